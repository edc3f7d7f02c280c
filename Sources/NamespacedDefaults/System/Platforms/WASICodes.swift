#if os(WASI)
  import WASILibc

  // What Swift does not import from the C library of WASI, because it is a macro with a cast. The numbers are those of the
  // first version of WASI.
  let EACCES: Int32 = 2
  let EAGAIN: Int32 = 6
  let EDQUOT: Int32 = 19
  let EEXIST: Int32 = 20
  let EFBIG: Int32 = 22
  let EINTR: Int32 = 27
  let EINVAL: Int32 = 28
  let EIO: Int32 = 29
  let ELOOP: Int32 = 32
  let EMFILE: Int32 = 33
  let ENFILE: Int32 = 41
  let ENOENT: Int32 = 44
  let ENOMEM: Int32 = 48
  let ENOSPC: Int32 = 51
  let ENOSYS: Int32 = 52
  let ENOTDIR: Int32 = 54
  let ENOTSUP: Int32 = 58
  let ENXIO: Int32 = 60
  let EPERM: Int32 = 63
  let EROFS: Int32 = 69
  let EWOULDBLOCK = EAGAIN
#endif
