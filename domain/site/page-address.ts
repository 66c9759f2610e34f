const LONGEST_SLUG = 120

/** Letters that are no letter with an accent. */
const SPELLED: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l' }

/**
 * A text as the last part of an address: words in lower case without accents, joined by hyphens.
 */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[œæßøł]/g, (letter) => SPELLED[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '')

/** A typed address without what it ends in: `guides/tva/` → `/guides/tva`. */
export const normalisePageAddress = (text: string): string => {
  const parts = text.trim().toLowerCase().split('/').filter(Boolean)
  return parts.length === 0 ? '' : `/${parts.join('/')}`
}

/** First parts of addresses that the product answers itself. */
const TAKEN = new Set(
  'admin api assets bienvenue blogs devis error jobs mail oidc prices releve sandbox verify'.split(
    ' ',
  ),
)

/** Whether a page may stand at an address. */
export const isPageAddress = (address: string): boolean =>
  /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/.test(address) && !TAKEN.has(address.split('/')[1] ?? '')
