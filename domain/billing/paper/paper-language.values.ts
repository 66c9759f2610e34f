/** Languages of papers: those of the product. Legal mentions stay French (law 94-665, art. 2). */
export {
  type Language as PaperLanguage,
  LANGUAGES as PAPER_LANGUAGES,
} from '#domain/kernel/languages.values.ts'
