/** Particles of a family name, written small: *de la Tour*, *van Dyck*. */
const PARTICLE = /^(?:de|du|des|d['’]\p{L}+|la|le|van|von|der|den|di|da|del|della|el|al|bin|ben)$/iu
const UPPER = /^[\p{Lu}\p{M}'’-]{2,}$/u

/** A first and a family name: capitals alone are the family's, else all but the first word. */
export function personNameOf(text: string): {
  readonly firstName: string
  readonly lastName: string
} {
  const words = text.trim().split(/\s+/)
  const isFamily = words.map((word) => UPPER.test(word))
  if (isFamily.includes(true) && isFamily.includes(false)) {
    const first = words.filter((word, at) => !isFamily[at] && !PARTICLE.test(word))
    const family = words.filter((word) => !first.includes(word))
    return { firstName: first.join(' '), lastName: family.join(' ') }
  }
  return { firstName: words[0] ?? '', lastName: words.slice(1).join(' ') }
}

const isCapital = (word: string): boolean => /^[\p{Lu}\p{Lo}]/u.test(word)

/** Whether a line can be a person's name: two to five words that begin with capitals. */
export const isPersonName = (text: string): boolean => {
  const words = text.split(/\s+/)
  return (
    words.length >= 2 &&
    words.length <= 5 &&
    /^[\p{L}\p{M}\s.'’-]+$/u.test(text) &&
    words.every((word) => isCapital(word) || PARTICLE.test(word))
  )
}
