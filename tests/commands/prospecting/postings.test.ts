import { describe, expect, test } from 'vitest'
import { jobsOfFeed, jobsOfPage } from '#commands/prospecting/postings.ts'

const NOW = Date.UTC(2026, 10, 20)
const BASE = new URL('https://jobs.example/board/')

describe('a feed', () => {
  test('of RSS has jobs with absolute addresses, plain texts and rates', () => {
    const [job, ...others] =
      jobsOfFeed(
        `<?xml version="1.0"?><rss version="2.0"><channel><title>Jobs</title>
<item><title>Designer freelance &amp; a11y</title><link>/1</link><pubDate>Thu, 19 Nov 2026 08:00:00 GMT</pubDate>
<description><![CDATA[<p>600 € / jour, télétravail</p><script>alert(1)</script><p>Lyon</p>]]></description></item>
<item><title>Sans adresse</title></item>
<item><title>Adresse d’un programme</title><link>javascript:alert(1)</link></item>
</channel></rss>`,
        BASE,
        NOW,
      ) ?? []
    expect(others).toEqual([])
    expect(job).toMatchObject({
      url: 'https://jobs.example/1',
      posting: {
        title: 'Designer freelance & a11y',
        contractType: 'freelance',
        mode: 'remotely',
        rate: { min: 60_000, max: 60_000, per: 'day' },
        description: '600 € / jour, télétravail\nLyon',
        postedAt: Date.UTC(2026, 10, 19, 8),
      },
    })
  })

  test('of Atom is read too, and a broken or future date counts as none', () => {
    const found = jobsOfFeed(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>Jobs</title>
<entry><title>Un</title><link href="https://jobs.example/a"/><updated>pas une date</updated></entry>
<entry><title>Deux</title><link href="https://jobs.example/b"/><updated>2199-01-01T00:00:00Z</updated></entry></feed>`,
      BASE,
      NOW,
    )
    expect(found?.map(({ posting }) => [posting.title, posting.postedAt])).toEqual([
      ['Un', 0],
      ['Deux', 0],
    ])
  })

  test('of half a million open elements is refused in one pass', () =>
    expect(jobsOfFeed(`<rss><channel>${'<p>'.repeat(500_000)}`, BASE, NOW)).toBeNull())

  test('of a hundred thousand entries is read from its beginning, and broken ones take no place', () => {
    const entries = (count: number, title: string) =>
      `<item>${title}<link>/un</link></item>`.repeat(count)
    const feed = `<rss version="2.0"><channel>${entries(2_500, '')}${entries(100_000, '<title>Audit</title>')}`
    expect(jobsOfFeed(feed, BASE, NOW)).toHaveLength(1_500)
  })

  test('with entities that grow or read a file has them as they stand', () => {
    const bomb =
      '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    const feed = `<?xml version="1.0"?>${bomb}<rss version="2.0"><channel><item><title>Audit &b;&f;</title><link>/a</link>`
    expect(jobsOfFeed(feed, BASE, NOW)?.map(({ posting }) => posting.title)).toEqual([
      'Audit &b;&f;',
    ])
  })

  test('that is a page is no feed', () =>
    expect(jobsOfFeed('<html><p>Bonjour</p></html>', BASE, NOW)).toBeNull())
})

describe('a page', () => {
  const page = (json: string) => `<html><script type="application/ld+json">${json}</script></html>`

  test('that describes a job has it, in a graph or a list too', () => {
    const job = {
      '@type': ['JobPosting'],
      title: 'Audit <b>RGAA</b>',
      description: '&lt;p&gt;Bonjour',
      datePosted: '2026-11-18',
      validThrough: '2026-12-31',
      hiringOrganization: { name: 'Régie des Quais' },
      jobLocation: [
        { address: { addressLocality: 'Lyon', postalCode: 69003, addressCountry: { name: 'FR' } } },
      ],
      jobLocationType: 'TELECOMMUTE',
      employmentType: ['CONTRACTOR'],
      industry: ['Hospitals and Health Care'],
      baseSalary: { currency: 'EUR', value: { minValue: '500', maxValue: 620, unitText: 'DAY' } },
      skills: 'RGAA, NVDA , RGAA',
      url: '/jobs/7',
    }
    const found = jobsOfPage(
      page(JSON.stringify({ '@graph': [{ '@type': 'WebPage' }, job] })),
      BASE,
      NOW,
    )
    expect(found).toMatchObject([
      {
        url: 'https://jobs.example/jobs/7',
        posting: {
          title: 'Audit RGAA',
          company: 'Régie des Quais',
          location: '69003 Lyon',
          mode: 'remotely',
          contractType: 'freelance',
          rate: { min: 50_000, max: 62_000, per: 'day', currency: 'EUR' },
          sector: 'health',
          skills: ['RGAA', 'NVDA'],
          postedAt: Date.UTC(2026, 10, 18),
          closesAt: Date.UTC(2026, 11, 31),
        },
      },
    ])
  })

  test('that describes it badly keeps what can be read', () => {
    const [job] = jobsOfPage(
      page(
        '{"@type":"JobPosting","title":"Audit","datePosted":{},"baseSalary":"beaucoup","jobLocation":7,"skills":[1]}',
      ),
      BASE,
      NOW,
    )
    expect(job?.posting).toMatchObject({ title: 'Audit', postedAt: 0, location: '', skills: [] })
  })

  test.each(['{', '[]', '{"@type":"JobPosting"}', 'null', '{"@type":"Person","title":"x"}'])(
    'with %s has none',
    (json) => expect(jobsOfPage(page(json), BASE, NOW)).toEqual([]),
  )

  test('of half a million tags is read in one pass', () =>
    expect(jobsOfPage('<div>'.repeat(500_000), BASE, NOW)).toEqual([]))
})
