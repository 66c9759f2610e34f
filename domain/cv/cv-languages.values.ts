/** Languages of a CV: those of the product. */
export {
  type Language as CvLanguage,
  LANGUAGES as CV_LANGUAGES,
} from '../kernel/languages.values.ts'
