import { readFileSync } from 'node:fs'

/** Variables whose value stands in a file, with its path: `X` for the variable `X_FILE`. */
export type SecretFiles = { readonly FROM_FILES?: Readonly<Record<string, string>> | undefined }

/**
 * A variable's value now: an agent of a key vault replaces the file when it changes a secret. While
 * the file cannot be read, the value before counts.
 */
export function latest<K extends string>(
  configuration: SecretFiles & { readonly [name in K]?: string | undefined },
  variable: K,
): () => string {
  const file = configuration.FROM_FILES?.[variable]
  let value: string = configuration[variable] ?? ''
  return () => {
    if (file === undefined) return value
    try {
      value = readFileSync(file, 'utf8').trim() || value
    } catch {
      // The file is being replaced, or its volume is away. A wrong value is reported by its user.
    }
    return value
  }
}
