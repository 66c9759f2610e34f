/**
 * A plain value as text, for values of type unknown (a record's field); '' for none and other
 * values.
 */
export const plainText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
