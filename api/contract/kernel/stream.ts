/** Changes, as server-sent events. Outside the contract, since the answer never ends. */
export const STREAM_PATH = '/stream'
