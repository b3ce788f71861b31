//! JSON-RPC, SSE, headers, and what each protocol era says: total functions over bytes and values.
