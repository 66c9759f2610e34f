const FRENCH = /(?<!\p{L})([Dd])e (?=(?:avril|août|octobre)(?!\p{L}))/gu

const ITALIAN_MONTHS =
  'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre'
const ITALIAN = new RegExp(
  String.raw`(?<!\p{L})(il|al|dal|del|nel|sul) (?=(?:8|11)(?:/|\s(?:${ITALIAN_MONTHS})|[,.;)]|$))`,
  'giu',
)
const BEFORE_VOWEL: Readonly<Record<string, string>> = {
  il: 'l’',
  al: 'all’',
  dal: 'dall’',
  del: 'dell’',
  nel: 'nell’',
  sul: 'sull’',
}

/**
 * A sentence whose filled-in day or month begins with a vowel: « d’octobre », « l’8 marzo ». Other
 * words are left, since names of users stand in sentences too.
 */
export function elided(sentence: string, language: string): string {
  if (language === 'fr') return sentence.replaceAll(FRENCH, '$1’')
  if (language !== 'it') return sentence
  return sentence.replaceAll(ITALIAN, (word, article: string) => {
    const short = BEFORE_VOWEL[article.toLowerCase()] ?? word
    return article.startsWith(article.charAt(0).toLowerCase())
      ? short
      : short.charAt(0).toUpperCase() + short.slice(1)
  })
}
