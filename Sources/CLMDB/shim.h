// The C interface of LMDB 0.9, as Swift imports it.
#ifndef PLANTGUIDE_CLMDB_SHIM_H
#define PLANTGUIDE_CLMDB_SHIM_H

#include <lmdb.h>

#if MDB_VERSION_MAJOR != 0 || MDB_VERSION_MINOR != 9
#error "LMDBKit knows the data format of LMDB 0.9 only"
#endif

#endif
