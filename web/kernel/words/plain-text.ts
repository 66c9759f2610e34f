/** A plain value as text, for what the compiler knows only as unknown (a record's field): '' for none and for whatever is not plain. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
