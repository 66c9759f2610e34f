/** Parts of a CV, for its screens. */
export {
  arranged,
  type ArrangedItem,
  CV_SECTIONS,
  CV_TEMPLATES,
  CV_TEXT_SIZES,
  headInLanguage,
  ITEM_NAMES,
  type CvEntry,
  type CvItem,
  type CvSection,
  type CvSectionPlace,
  inLanguage,
  itemName,
  placedSections,
  shownItems,
  shownSections,
  TRANSLATED,
} from '#domain/cv/cv.values.ts'
export {
  IMPORT_MAX_BYTES,
  type ImportReader,
  type ImportSection,
  SURE,
} from '#domain/cv/import.values.ts'
export { CV_LANGUAGES, type CvLanguage } from '#domain/cv/cv-languages.values.ts'
export { type TimelineNote, timelineNotes } from '#domain/cv/timeline.values.ts'
/** The user's main CV is `main`; a variant has an id of its own. */
export const MAIN_CV = 'main'
