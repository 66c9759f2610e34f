/** Where the machinery says what it does; shaped like pino, so that a pino logger is one. Never given a secret or a document's content. */
export type Log = {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
