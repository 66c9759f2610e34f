import { refusal } from '#domain/kernel/errors.ts'
import type { Scalar, Sort } from '#domain/kernel/ports/read-store.ts'

/**
 * Where a page ended: the sort values of its last document, and its id. Documents added or removed
 * elsewhere do not move it.
 */
export type Place = { readonly values: readonly Scalar[]; readonly id: string }

const signature = (sort: Sort): string =>
  sort.map(([field, direction]) => `${field}${direction}`).join()
const isScalarValue = (value: unknown): value is Scalar =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean'

export const encodeCursor = (sort: Sort, place: Place): string =>
  Buffer.from(JSON.stringify([signature(sort), place.values, place.id])).toString('base64url')

/** @throws REQUEST_INVALID naming `cursor` when it is broken or belongs to another sort */
export function decodeCursor(sort: Sort, cursor: string): Place {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(parsed) && parsed.length === 3) {
      const [sorted, values, id]: readonly unknown[] = parsed
      if (
        sorted === signature(sort) &&
        typeof id === 'string' &&
        Array.isArray(values) &&
        values.length === sort.length &&
        values.every(isScalarValue)
      )
        return { values, id }
    }
  } catch {
    // Not JSON: refused below, as is any cursor that this product did not make.
  }
  throw refusal('REQUEST_INVALID', { field: 'cursor' }, [{ path: 'cursor', code: 'FIELD_INVALID' }])
}
