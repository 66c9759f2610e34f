/** The log of the process, with pino's methods. Never give it a secret or a document's content. */
export type Log = {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
