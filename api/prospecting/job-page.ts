import type { Values } from '#domain/kernel/records/field.ts'
import { withFirst } from '#domain/kernel/first-day.values.ts'
import { toMajor } from '#domain/kernel/money.ts'
import type { Stored } from '#domain/kernel/records/record.ts'
import type { Publication } from '#domain/prospecting/publication.record.ts'
import { placeIn } from '#domain/prospecting/places.ts'
import { type Html, html, PAGE_LOOKS, trusted, wholePage } from '#api/kernel/html.ts'
import { type Language, localeOf } from '#api/kernel/languages.ts'
import { word } from '#api/kernel/words.ts'

/** A published job with the address of its page. */
export type PublishedJob = {
  readonly id: string
  readonly values: Stored<typeof Publication>
  readonly url: URL
}

/**
 * Names of Google's job search. @source
 * developers.google.com/search/docs/appearance/structured-data/job-posting
 */
const EMPLOYMENT_TYPES: Readonly<Record<string, string>> = {
  fullTime: 'FULL_TIME',
  permanent: 'FULL_TIME',
  partTime: 'PART_TIME',
  fixedTerm: 'TEMPORARY',
  internship: 'INTERN',
  workStudy: 'INTERN',
  freelance: 'CONTRACTOR',
  volunteer: 'VOLUNTEER',
}
const UNITS: Readonly<Record<string, string>> = {
  hour: 'HOUR',
  day: 'DAY',
  month: 'MONTH',
  year: 'YEAR',
}

const text = (language: Language, key: string, details: Values = {}): string =>
  word(language, 'prospecting', `jobPage.${key}`, details)
const option = (language: Language, field: string, value: string): string =>
  word(language, 'prospecting', `publication.option.${field}.${value}`)

/** The bands that the public reads, by the fewest years of the band that is stored. */
const publicBand = (level: string): string => {
  const [years = 0] = level.split('-').map(Number)
  return years < 2 ? '0-2' : years < 5 ? '2-5' : years < 10 ? '5-10' : 'over10'
}

/** Description of a job; search engines want a text, also of a job without one. */
const descriptionOf = ({
  description,
  title,
  company,
  location,
  skills,
}: PublishedJob['values']): string =>
  description || [title, company, location, ...skills].filter(Boolean).join(', ')

/** The job as search engines and other job boards read it: schema.org `JobPosting`. */
function jobPosting({ id, values, url }: PublishedJob): Values {
  const place = placeIn(values.location)
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    identifier: { '@type': 'PropertyValue', name: 'Carnet', value: id },
    url: url.href,
    title: values.title,
    description: descriptionOf(values),
    datePosted: new Date(values.datePosted).toISOString(),
    employmentType: EMPLOYMENT_TYPES[values.contractType],
    directApply: values.applicationReception === 'byemail',
    hiringOrganization:
      values.company === '' ? 'confidential' : { '@type': 'Organization', name: values.company },
    ...(values.location !== '' && {
      jobLocation: {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          addressLocality: values.location,
          ...(place !== null && { addressCountry: place.country }),
        },
      },
    }),
    ...(values.workLocationType === 'remotely' && { jobLocationType: 'TELECOMMUTE' }),
    ...(values.skills.length > 0 && { skills: values.skills.join(', ') }),
    ...(values.sector !== '' && { industry: values.sector }),
    ...(values.start === 'asap' ? { jobImmediateStart: true } : {}),
    ...(values.budget > 0 && {
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: values.currency,
        value: {
          '@type': 'QuantitativeValue',
          value: toMajor(values.budget, values.currency),
          unitText: UNITS[values.budgetPeriod],
        },
      },
    }),
  }
}

/** JSON inside a page: no text can end the script element. */
const embedded = (value: Values): Html =>
  trusted(JSON.stringify(value).replaceAll('<', String.raw`\u003c`))

const money = (language: Language, minor: number, currency: string): string =>
  new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
  }).format(toMajor(minor, currency))

const day = (language: Language, at: number): string =>
  withFirst(language, new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' }).format(at))

function facts(language: Language, values: PublishedJob['values']): readonly Html[] {
  const rows: readonly (readonly [string, string])[] = [
    [
      'location',
      [values.location, option(language, 'workLocationType', values.workLocationType)]
        .filter(Boolean)
        .join(', '),
    ],
    ['contractType', option(language, 'contractType', values.contractType)],
    [
      'budget',
      values.budget === 0
        ? ''
        : [
            money(language, values.budget, values.currency),
            option(language, 'budgetPeriod', values.budgetPeriod),
          ].join(' / '),
    ],
    [
      'experienceLevel',
      values.experienceLevel === ''
        ? ''
        : text(language, `experience.${publicBand(values.experienceLevel)}`),
    ],
    [
      'start',
      values.start === 'date' && values.startDate > 0
        ? day(language, values.startDate)
        : option(language, 'start', 'asap'),
    ],
    ['skills', values.skills.join(', ')],
    ['datePosted', values.datePosted === 0 ? '' : day(language, values.datePosted)],
  ]
  return rows.flatMap(([field, value]) =>
    value === ''
      ? []
      : [
          html`<dt>${word(language, 'prospecting', `publication.field.${field}`)}</dt><dd>${value}</dd>`,
        ],
  )
}

/** Text of a visitor, and the reason of its refusal. */
export type JobForm = {
  readonly name: string
  readonly email: string
  readonly message: string
  readonly problem: string
  /** When the form was shown. @unit epoch milliseconds */
  readonly shownAt: number
}

function applicationForm(language: Language, form: JobForm): Html {
  const t = (key: string) => text(language, key)
  const name = (field: string) => html`<label class="name" for="${field}">${t(field)}
<span class="req" aria-hidden="true">*</span></label>`
  return html`<form method="post" action="?lang=${language}#apply" enctype="multipart/form-data">
${form.problem !== '' && html`<p class="note wrong" role="alert">${form.problem}</p>`}
<div>${name('name')}
<input class="input" id="name" name="name" autocomplete="name" maxlength="200" required value="${form.name}"></div>
<div>${name('email')}
<input class="input" id="email" name="email" type="email" autocomplete="email" maxlength="254" required
 value="${form.email}"></div>
<div>${name('message')}
<textarea class="input" id="message" name="message" maxlength="5000" required>${form.message}</textarea></div>
<div><label class="name" for="file">${t('file')}</label>
<input id="file" name="file" type="file" accept="application/pdf"></div>
<div class="trap" aria-hidden="true"><label>Website
<input name="website" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="shown" value="${form.shownAt}">
<p class="hint">${t('privacy')}</p>
<button class="btn primary">${t('send')}</button></form>`
}

/** The public page of a job. @param form null once the application was sent */
export function jobPage(language: Language, job: PublishedJob, form: JobForm | null): string {
  const { values } = job
  const t = (key: string) => text(language, key)
  const answer =
    form === null
      ? html`<p class="note done" role="status">${t('sent')}</p>`
      : values.applicationReception === 'externalSite' && values.jobUrl !== ''
        ? html`<p><a class="btn primary" href="${values.jobUrl}" rel="nofollow noopener">${t('external')}</a></p>`
        : applicationForm(language, form)
  return page(
    language,
    values.title,
    html`<h1>${values.title}</h1><p class="lead">${values.company}</p>
<dl class="facts">${facts(language, values)}</dl>
${values.description !== '' && html`<div class="text">${values.description}</div>`}
<h2 id="apply">${t('apply')}</h2>${answer}
<script type="application/ld+json">${embedded(jobPosting(job))}</script>`,
    html`<meta name="description" content="${descriptionOf(values).replaceAll(/\s+/g, ' ').slice(0, DESCRIPTION_MAX)}">
<link rel="canonical" href="${job.url.href}">`,
  )
}

/** The page of a job that is not, or no longer, published. */
export const goneJobPage = (language: Language): string =>
  page(language, text(language, 'gone'), html`<h1>${text(language, 'gone')}</h1>`)

/** Length that search engines show of a page. @unit characters */
const DESCRIPTION_MAX = 300

const page = (language: Language, title: string, body: Html, head: Html = html``): string =>
  wholePage(
    language,
    `${title} · Carnet`,
    html`${PAGE_LOOKS}
<link rel="alternate" type="application/rss+xml" href="/jobs/feed.xml">
${head}`,
    html`<body><main class="job">${body}</main></body>`,
  )

/** The newest published jobs. @source RSS 2.0, rssboard.org/rss-specification */
export const jobsFeed = (language: Language, jobs: readonly PublishedJob[], home: URL): string =>
  html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel>
<title>Carnet</title><link>${home.href}</link><description>${text(language, 'feed')}</description>
${jobs.map(
  ({ values: { title, company, location, description, datePosted }, url }) =>
    html`<item><title>${title}</title><link>${url.href}</link><guid>${url.href}</guid>
<pubDate>${new Date(datePosted).toUTCString()}</pubDate>
<description>${[company, location, description].filter(Boolean).join(' — ')}</description></item>`,
)}
</channel></rss>`.text
