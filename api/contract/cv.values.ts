/** What a CV is made of, for its screens. */
export {
  arranged,
  type ArrangedItem,
  CV_LANGUAGES,
  CV_SECTIONS,
  CV_TEMPLATES,
  type CvEntry,
  type CvItem,
  type CvLanguage,
  type CvSection,
  inLanguage,
  itemName,
} from '#domain/cv/cv.values.ts'
export { type TimelineNote, timelineNotes } from '#domain/cv/timeline.values.ts'
