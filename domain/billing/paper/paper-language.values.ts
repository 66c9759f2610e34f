/**
 * Languages that a paper can be written in: those of the product. What the law wants written stays
 * French (law 94-665, art. 2).
 */
export {
  type Language as PaperLanguage,
  LANGUAGES as PAPER_LANGUAGES,
} from '#domain/kernel/languages.values.ts'
