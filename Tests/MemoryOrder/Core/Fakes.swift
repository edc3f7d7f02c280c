import Glibc
// That is the name of the model here.
import Synchronization

// What the core calls by these names is found here first.

func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { MutexModel.lock(mutex) }

func pthread_mutex_trylock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { MutexModel.tryLock(mutex) }

/// Nobody waits for so long in an execution that the time would count.
func pthread_mutex_timedlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ time: UnsafePointer<timespec>) -> Int32 {
  MutexModel.lock(mutex)
}

@discardableResult
func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { MutexModel.unlock(mutex) }

extension UnsafeMutablePointer where Pointee: ~Copyable {
  static func allocate(capacity: Int) -> Self {
    let size = capacity * MemoryLayout<Pointee>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Pointee>.alignment)
    MemoryModel.recordBirth(memory, size: size)
    return memory.assumingMemoryBound(to: Pointee.self)
  }
}
