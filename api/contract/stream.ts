/** What changes, as server-sent events: outside the contract, since it never ends. */
export const STREAM_PATH = '/stream'
