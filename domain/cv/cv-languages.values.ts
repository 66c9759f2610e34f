/** Languages of a CV: those of the product. */
export const CV_LANGUAGES = ['fr', 'en', 'ar', 'es', 'de', 'it'] as const
export type CvLanguage = (typeof CV_LANGUAGES)[number]
