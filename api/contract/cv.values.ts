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
  type CvTemplate,
  inLanguage,
  itemName,
  shownItems,
} from '#domain/cv/cv.values.ts'
export { type TimelineNote, timelineNotes } from '#domain/cv/timeline.values.ts'
