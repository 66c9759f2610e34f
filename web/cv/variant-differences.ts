import type { Cv } from '#contract/cv/cv.schemas.ts'
import { arranged, CV_SECTIONS, type CvItem, placedSections } from '#contract/cv/cv.values.ts'

const VARIANT_DIFFERENCES = [
  'title',
  'summary',
  'availableFrom',
  'language',
  'template',
  'accent',
  'photo',
  'textSize',
  'links',
  'translations',
  'sections',
  'choice',
  'wording',
  'order',
] as const
type VariantDifference = (typeof VARIANT_DIFFERENCES)[number]

/**
 * Differences between a variant and the main CV: its head, its look, and its choice, words and
 * order of items.
 */
export function variantDifferences(
  cv: Cv,
  main: Cv,
  items: readonly CvItem[],
): readonly VariantDifference[] {
  const found = new Set<VariantDifference>()
  const plain = [
    'title',
    'summary',
    'availableFrom',
    'language',
    'template',
    'accent',
    'textSize',
    'links',
  ] as const
  for (const field of plain) if (cv[field] !== main[field]) found.add(field)
  if (JSON.stringify(cv.translations) !== JSON.stringify(main.translations))
    found.add('translations')
  if (JSON.stringify(placedSections(cv.sections)) !== JSON.stringify(placedSections(main.sections)))
    found.add('sections')
  if (cv.withPhoto !== main.withPhoto) found.add('photo')
  for (const section of CV_SECTIONS) {
    const [own, others] = [
      arranged(section, items, cv.entries),
      arranged(section, items, main.entries),
    ]
    const there = new Map(others.map((item) => [item.id, item]))
    const here = new Set(own.map(({ id }) => id))
    if (own.some(({ id, hidden }) => there.get(id)?.hidden !== hidden)) found.add('choice')
    if (own.some(({ reworded }) => reworded.length > 0)) found.add('wording')
    const order = own.flatMap(({ id }) => (there.has(id) ? [id] : []))
    const before = others.flatMap(({ id }) => (here.has(id) ? [id] : []))
    if (order.some((id, index) => id !== before[index])) found.add('order')
  }
  return VARIANT_DIFFERENCES.filter((one) => found.has(one))
}
