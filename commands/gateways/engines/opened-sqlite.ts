import Database from 'better-sqlite3'

/** A database file that cannot be opened. SQLite's own message names neither file nor cause. */
export class FileUnopened extends Error {
  override readonly name = 'FileUnopened'
  constructor(file: string, cause: Error) {
    const user = process.getuid?.()
    super(
      `${file} cannot be opened: ${cause.message}. ` +
        `Its folder has to be there, and ${user === undefined ? 'this user' : `user ${user}`} has to own both; ` +
        'or its disk is read-only: copy it to another one; or this process has too many files open.',
      { cause },
    )
  }
}

/**
 * Opens a SQLite file and sets it up. Its first reading may be refused, for SQLite opens late.
 *
 * @throws FileUnopened naming the file · what `setUp` throws, once the file is closed
 */
export function openSqlite(
  file: string,
  options: Database.Options = {},
  setUp: (sql: Database.Database) => void = () => {},
): Database.Database {
  let sql: Database.Database | null = null
  try {
    sql = new Database(file, options)
    setUp(sql)
    return sql
  } catch (error) {
    const isUnopened =
      error instanceof Error &&
      ((error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CANTOPEN')) ||
        (error instanceof TypeError && sql === null))
    sql?.close()
    throw isUnopened ? new FileUnopened(file, error) : error
  }
}
