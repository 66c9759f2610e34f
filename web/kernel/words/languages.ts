export {
  directionOf,
  isLanguage,
  type Language,
  languageName,
  LANGUAGES,
  localeOf,
} from '#contract/kernel/languages.ts'
