/**
 * Names and streets that a register keeps in capitals, as one writes them. A text with a small
 * letter stays as it is.
 */

/** Small words within French and other names. */
const SMALL = new Set(
  'a à al and au aux chez d da dans de del della der des di do du e en et l la le les of ou par pour sous sur the und van von y'.split(
    ' ',
  ),
)
/** Kinds of ways, which begin small after a house number. */
const WAYS = new Set(
  (
    'allée allee avenue boulevard chemin chaussée chaussee cité cite cour cours domaine esplanade ' +
    'faubourg hameau impasse lieu-dit lotissement montée montee parc passage place placette port ' +
    'promenade quai quartier résidence residence rond-point route rue ruelle sente sentier square ' +
    'traverse villa voie zone'
  ).split(' '),
)
/** Forms and abbreviations that stay in capitals. */
const CAPITALS = new Set(
  (
    'SA SARL SAS SASU EURL EI SCI SNC SCP SCM SELARL SELAS SCOP SCIC GIE GMBH AG LLC LTD PLC BV NV ' +
    'SRL SPA BTP BP CS ZA ZI ZAC ZAE RN RD TSA II III IV VI VII VIII IX XI XII XIII XIV XV XVI'
  ).split(' '),
)
const VOWEL = /[AEIOUYÀ-ÖØ-Ý]/

const capital = (word: string): string =>
  word.charAt(0).toLocaleUpperCase('fr') + word.slice(1).toLocaleLowerCase('fr')

function wordOf(word: string, isFirst: boolean, isAfterNumber: boolean): string {
  const small = word.toLocaleLowerCase('fr')
  // Letters without a vowel are an abbreviation; so are those with figures or dots.
  if (CAPITALS.has(word) || !VOWEL.test(word) || /[\d.&]/.test(word)) return word
  if (isAfterNumber && WAYS.has(small)) return small
  if (!isFirst && SMALL.has(small)) return small
  return capital(word)
}

/** A text without small letters in sentence case: `12 RUE DE L'ÉCOLE` is `12 rue de l'École`. */
export function inSentenceCase(text: string): string {
  if (/\p{Ll}/u.test(text)) return text
  let isFirst = true
  let isAfterNumber = false
  return text.replaceAll(/[\p{L}\d.&]+/gu, (word, at: number) => {
    const isNumber = /^\d/.test(word)
    // `L'` and `D'` of French elide.
    const isElided = /^[DL]$/.test(word) && /['’]/.test(text.charAt(at + 1))
    const written =
      isElided && !isFirst ? word.toLocaleLowerCase('fr') : wordOf(word, isFirst, isAfterNumber)
    isAfterNumber = isNumber || (isAfterNumber && /^(BIS|TER|QUATER)$/.test(word))
    isFirst = false
    return /^(BIS|TER|QUATER)$/.test(word) && at > 0 ? word.toLocaleLowerCase('fr') : written
  })
}
