export {
  directionOf,
  isLanguage,
  type Language,
  languageName,
  LANGUAGES,
  localeOf,
  textIn,
} from '#domain/kernel/languages.values.ts'
