import Glibc
// That is the name of the model here.
import Synchronization

// What the core calls by these names is found here first.

func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { MutexModel.lock(mutex) }

func pthread_mutex_trylock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { MutexModel.tryLock(mutex) }

/// Each wait ends at once, by which other threads go on.
@discardableResult
func pthread_cond_timedwait(
  _ condition: UnsafeMutablePointer<pthread_cond_t>,
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
  _ time: UnsafePointer<timespec>
) -> Int32 {
  _ = MutexModel.unlock(mutex)
  _ = MutexModel.lock(mutex)
  return ETIMEDOUT
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
