/** Up to two initials. */
export const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => word[0]?.toLocaleUpperCase() ?? '')
    .join('') || '·'
