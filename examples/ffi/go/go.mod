module ffi

go 1.18
