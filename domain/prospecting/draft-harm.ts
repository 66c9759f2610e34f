import { oneOf } from '../kernel/word-pattern.ts'

/**
 * Addresses, account numbers, wallets and anything that a reader could follow or run. No sentence
 * of a message needs one: a person adds their own.
 */
const FOLLOWED = [
  /https?:|www\.|ftp:|mailto:|data:|javascript:|:\/\//i,
  /[\p{L}\p{N}._%+-]+\s*(?:@|＠|\(at\)|\[at\])\s*[\p{L}\p{N}-]/iu,
  /\b[\p{L}\p{N}-]{2,}\.(?:com|fr|net|org|io|eu|info|biz|ru|cn|de|es|it|me|xyz|top|app|link|ly|gg|onion)\b(?!\.)/iu,
  /(?:\+|\b00)\d[\d\s().-]{7,}\d/,
  /\b(?:\d[\s.-]?){9,}\b/,
  /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,}/i,
  /\b(?:0x[0-9a-f]{16,}|bc1[a-z0-9]{16,}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})\b/,
  /[{}<>\\]|```|\$\(/,
  // Strings that are no word are codes: encoded text, a key.
  /[A-Za-z0-9+/=_-]{40,}/,
]

/** Words that speak to a machine: they are no part of a job. */
const TO_MACHINES = [
  new RegExp(
    String.raw`(?:ignor|disregard|forget|oubli|ignorez|vergiss|vergessen|olvid|dimentic|تجاهل|انس)\p{L}*` +
      String.raw`[^.]{0,60}(?:${oneOf(`
        instruct|instruc|rule|prompt|consigne|règle|regle
        anweisung|istruzion|regola|تعليمات|قواعد`)})`,
    'iu',
  ),
  /\b(?:system|assistant|developer)\s*(?:prompt|message)?\s*:/i,
  /\bsystem prompt\b/i,
]

/** Techniques whose names look like the name of a host. */
const TECHNIQUES: ReadonlySet<string> = new Set([
  'asp.net',
  'vb.net',
  'ado.net',
  'ml.net',
  'socket.io',
])

/**
 * Whether a text holds nothing that could be followed. @param own names with a dot that are the
 * user's own words
 */
export function isHarmless(text: string, own: ReadonlySet<string> = new Set()): boolean {
  const others = text
    .normalize('NFKC')
    .split(/\s+/)
    .filter((word) => {
      const name = word.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}\p{N}]+$/gu, '')
      return !own.has(name) && !TECHNIQUES.has(name)
    })
    .join(' ')
  return !FOLLOWED.some((pattern) => pattern.test(others))
}

/** Whether a sentence of a job may be shown to a model and be a receipt. */
export const isOfTheJob = (text: string): boolean =>
  isHarmless(text) && !TO_MACHINES.some((pattern) => pattern.test(text.normalize('NFKC')))
