/** For one service next to its own server on a small machine, with full durability (`fsync` is on by default). */
const settings = {
  listen_addresses: "",
  shared_buffers: "128MB",
  // The usual sizes. initdb reduces them in a cluster with smaller segments.
  min_wal_size: "80MB",
  max_wal_size: "1GB",
  jit: "off",
  // Parallel queries need more of /dev/shm than containers have, and both cores are busy anyway.
  max_parallel_workers_per_gather: "0",
  shared_preload_libraries: "pg_stat_statements",
  // Utility statements would be recorded with their literals.
  "pg_stat_statements.track_utility": "off",
  // Nothing of any statement reaches the log. Errors go only to the client that sent the statement (`log` ranks above
  // `error`), and neither statements, nor their parameters, nor the rows on which they fail are ever written.
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  log_statement: "none",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
  log_checkpoints: "off"
}

/** Command-line arguments for the server. Its other settings are in the cluster's postgresql.conf. */
export const serverSettings = (more: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.entries({ ...settings, ...more }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
