import { z } from 'zod'
import { periodIn } from './cv-periods.ts'
import { markdownOfHtml } from './html-text.ts'

const text = z.union([z.string(), z.number().transform(String)]).catch('')
const link = z
  .union([
    z.string(),
    z.looseObject({ href: text }).transform(({ href }) => href),
    z.looseObject({ url: text }).transform(({ url }) => url),
  ])
  .catch('')
const items = z
  .looseObject({
    items: z.array(
      z.looseObject({
        name: text,
        title: text,
        company: text,
        position: text,
        location: text,
        institution: text,
        school: text,
        studyType: text,
        degree: text,
        area: text,
        issuer: text,
        date: text,
        period: text,
        summary: text,
        description: text,
        fluency: text,
        language: text,
        url: link,
        website: link,
        keywords: z.array(text).catch([]),
      }),
    ),
  })
  .catch({ items: [] })

/** @source Reactive Resume 4 and 5, resume schema */
const Exported = z.looseObject({
  basics: z.looseObject({ headline: text, url: link, website: link }),
  summary: z.looseObject({ content: text }).optional().catch(undefined),
  sections: z.looseObject({
    summary: z.looseObject({ content: text }).optional().catch(undefined),
    profiles: items,
    experience: items,
    education: items,
    skills: items,
    languages: items,
    certifications: items,
    projects: items,
    interests: items,
  }),
})
type Item = z.output<typeof items>['items'][number]

const momentText = (moment: { readonly year: number; readonly month: number } | null): string =>
  moment === null
    ? ''
    : `${moment.year}${moment.month === 0 ? '' : `-${String(moment.month).padStart(2, '0')}`}`

/** Dates of one text, as JSON Resume has them. */
function datesOf({ date, period }: Item) {
  const found = periodIn(period || date)
  if (found === null) return {}
  return { startDate: momentText(found.from), endDate: momentText(found.to) }
}

/**
 * An export of Reactive Resume as a JSON Resume. Its further sections stay, to be listed.
 *
 * @returns null for another JSON value
 */
export function jsonResumeOf(exported: unknown): unknown {
  const result = Exported.safeParse(exported)
  if (!result.success) return null
  const {
    basics,
    sections,
    summary,
    metadata: _metadata,
    picture: _picture,
    ...others
  } = result.data
  const { headline, url, website, customFields: _fields, ...contact } = basics
  const {
    summary: about,
    profiles,
    experience,
    education,
    skills,
    languages,
    certifications,
    projects,
    interests,
    ...further
  } = sections
  const words = (item: Item) => markdownOfHtml(item.description || item.summary)
  return {
    ...others,
    basics: {
      ...contact,
      label: headline,
      url: url || website,
      summary: markdownOfHtml((about ?? summary)?.content ?? ''),
      profiles: profiles.items.map((item) => ({ url: item.url || item.website })),
    },
    work: experience.items.map((item) => ({
      name: item.company,
      position: item.position,
      location: item.location,
      summary: words(item),
      ...datesOf(item),
    })),
    education: education.items.map((item) => ({
      institution: item.institution || item.school,
      studyType: item.studyType || item.degree,
      area: item.area,
      ...datesOf(item),
    })),
    projects: projects.items.map((item) => ({
      name: item.name || item.title,
      description: words(item),
      keywords: item.keywords,
      ...datesOf(item),
    })),
    certificates: certifications.items.map((item) => ({
      name: item.name || item.title,
      issuer: item.issuer,
      url: item.url || item.website,
      date: datesOf(item).startDate,
    })),
    skills: skills.items.map((item) => ({
      name: item.name,
      level: item.description,
      keywords: item.keywords,
    })),
    languages: languages.items.map((item) => ({
      language: item.name || item.language,
      fluency: item.fluency || item.description,
    })),
    interests: interests.items.map((item) => ({ name: item.name, keywords: item.keywords })),
    ...Object.fromEntries(Object.entries(further).filter(([, section]) => holdsItems(section))),
  }
}

const holdsItems = (section: unknown): boolean =>
  typeof section === 'object' &&
  section !== null &&
  'items' in section &&
  Array.isArray(section.items) &&
  section.items.length > 0
