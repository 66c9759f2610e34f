/**
 * The database that a MongoDB address names; `carnet` when it names none.
 *
 * It is not written into the address: there it would say where the credentials are kept, too.
 */
export const databaseNamed = (address: string): string => decodeURIComponent(/^[^:]+:\/\/[^/]+\/([^?]+)/.exec(address)?.[1] ?? 'carnet')
