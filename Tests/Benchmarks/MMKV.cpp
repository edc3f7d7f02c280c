// A place of the benchmarks whose settings are in MMKV (https://github.com/Tencent/MMKV): it lists its subjects, and then
// measures when it is told to, in the words of Sources/Benchmarks/Worker.swift. `run` compiles it where MMKV is installed.
//
//     MMKV one|several    the mode for one process, or that for several

#include <MMKV.h>

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace {

using Batch = std::function<void(long)>;

struct Subject {
  std::string work;
  Batch batch;
  // Who writes meanwhile.
  std::function<void()> begin = [] {};
  std::function<void()> end = [] {};
};

// In memory that two processes share.
struct Signals {
  std::atomic<bool> isWanted, isWriting, isEnding;
};

// The values are those of Sample in Sources/Benchmarks/Settings.swift.
const std::string readName = "Account.isUserLoggedIn", writtenName = "Account.wasSeen", stringName = "Account.motto";
const std::string promiseOfAll = "named at the call, any thread, survives SIGKILL";

MMKV *open(bool several) {
  MMKV::initializeMMKV(std::string(getenv("XDG_CONFIG_HOME")) + "/mmkv", MMKVLogNone);
  return MMKV::mmkvWithID("settings", several ? MMKV_MULTI_PROCESS : MMKV_SINGLE_PROCESS);
}

void fill(MMKV *store) {
  store->set(true, readName);
  store->set(false, writtenName);
  store->set(std::string("That brain of mine is more than mortal"), stringName);
  for (int number = 0; number < 7; number++) store->set(true, "Section.settingNumber" + std::to_string(number));
}

// Keeps the optimiser from leaving out what was computed.
template <typename Value>
void swallow(const Value &value) {
  asm volatile("" : : "r"(&value) : "memory");
}

void write(MMKV *store, long count) {
  for (long index = 0; index < count; index++) store->set((index & 1) == 0, writtenName);
}

void writeWhileWanted(MMKV *store, Signals *signals) {
  signals->isWriting = true;
  while (signals->isWanted) write(store, 100);
  signals->isWriting = false;
}

void waitUntil(const std::atomic<bool> &flag, bool value) {
  while (flag != value) std::this_thread::yield();
}

double measure(const Subject &subject, long count) {
  // Even, for writers alternate between two values.
  long times = std::max(2L, count / 2 * 2);
  subject.begin();
  subject.batch(times / 8);
  auto start = std::chrono::steady_clock::now();
  subject.batch(times);
  std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
  subject.end();
  return elapsed.count() / static_cast<double>(times);
}

}  // namespace

int main(int count, char **arguments) {
  bool several = count > 1 && std::string(arguments[1]) == "several";
  void *memory = mmap(nullptr, sizeof(Signals), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto *signals = new (memory) Signals{};
  // The other process is there before either knows of MMKV, whose state a fork would copy.
  if (several && fork() == 0) {
    MMKV *store = nullptr;
    while (!signals->isEnding) {
      if (!signals->isWanted) {
        usleep(1000);
        continue;
      }
      if (store == nullptr) store = open(true);
      writeWhileWanted(store, signals);
    }
    return 0;
  }

  MMKV *store = open(several);
  fill(store);
  Batch readBool = [store](long times) {
    for (long index = 0; index < times; index++) swallow(store->getBool(readName));
  };
  Batch readString = [store](long times) {
    std::string value;
    for (long index = 0; index < times; index++) {
      store->getString(stringName, value);
      swallow(value);
    }
  };
  auto afterSet = [store](Batch read) {
    return [store, read](long times) {
      for (long index = 0; index < times; index++) {
        store->set((index & 1) == 0, writtenName);
        read(10);
      }
    };
  };
  auto startThread = [=] {
    signals->isWanted = true;
    std::thread(writeWhileWanted, store, signals).detach();
    waitUntil(signals->isWriting, true);
  };
  auto startProcess = [=] {
    signals->isWanted = true;
    waitUntil(signals->isWriting, true);
  };
  auto stop = [=] {
    signals->isWanted = false;
    waitUntil(signals->isWriting, false);
  };
  std::vector<Subject> subjects = {
      {"Read a Bool", readBool},
      {"Read a String of 38 bytes", readString},
      {"Set a Bool, to survive the end of the process", [store](long times) { write(store, times); }},
      {"Set a Bool and read ten other settings", afterSet(readBool)},
  };
  const std::string beside = "Read beside a ", without = " that writes another setting without a pause";
  if (several) {
    subjects.push_back({beside + "process" + without, readBool, startProcess, stop});
  } else {
    subjects.push_back({beside + "thread" + without, readBool, startThread, stop});
  }
  for (const auto &subject : subjects) {
    std::cout << R"({"keys":10,"promise":")" << promiseOfAll << R"(","subject":"MMKV, for )"
              << (several ? "several processes" : "one process") << R"(","threads":1,"unit":"ns","work":")"
              << subject.work << "\"}\n";
  }
  std::cout << std::endl;
  size_t number;
  long times;
  while (std::cin >> number >> times) std::cout << measure(subjects[number], times) << std::endl;
  signals->isEnding = true;
}
