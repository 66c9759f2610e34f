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
          closesAt: Date.UTC(2027, 0, 1) - 1,
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

describe('what sites write beside the standard', () => {
  const page = (json: string) => `<script type="application/ld+json">${json}</script>`
  const broken = (title: string, letters: number) =>
    page(`{"@type":"JobPosting","title":"${title}","description":"${'a '.repeat(letters / 2)}\n"}`)
  const titles = (text: string) => jobsOfPage(text, BASE, NOW).map((job) => job.posting.title)

  test('broken JSON is repaired, up to 50,000 characters of a page', () => {
    expect(titles(broken('A', 49_900))).toEqual(['A'])
    expect(titles(broken('A', 50_000))).toEqual([])
    expect(titles(broken('A', 30_000) + broken('B', 30_000))).toEqual(['A'])
  })

  const posting = (more: object) =>
    jobsOfPage(page(JSON.stringify({ '@type': 'JobPosting', title: 'Dev', ...more })), BASE, NOW)[0]
      ?.posting
  const hundredths = (min: number, max: number, per: string, currency: string) => ({
    min: min * 100,
    max: max * 100,
    per,
    currency,
  })

  test.each([
    ['OF59', { currency: 'USD', unitText: 'HOUR', value: 25 }, [25, 25, 'hour', 'USD']],
    ['OF61', { value: { currency: 'GBP', value: 400, unitText: 'DAY' } }, [400, 400, 'day', 'GBP']],
    [
      'small letters',
      { currency: 'gbp', value: { value: 400, unitText: 'day' } },
      [400, 400, 'day', 'GBP'],
    ],
    [
      'ANNUAL',
      { currency: 'EUR', value: { minValue: 40_000, maxValue: 50_000, unitText: 'ANNUAL' } },
      [40_000, 50_000, 'year', 'EUR'],
    ],
    [
      'a text',
      { currency: 'EUR', value: { value: '45 000', unitText: 'YEAR' } },
      [45_000, 45_000, 'year', 'EUR'],
    ],
    [
      'a range in a text',
      { currency: 'EUR', value: { value: '45000-55000', unitText: 'YEAR' } },
      [45_000, 55_000, 'year', 'EUR'],
    ],
    ['a sentence', '45-55 k€ brut annuel', [45_000, 55_000, 'year', 'EUR']],
    [
      'a list',
      [{ currency: 'CHF', value: { value: 900, unitText: 'DAY' } }],
      [900, 900, 'day', 'CHF'],
    ],
    ['no unit', { currency: 'EUR', value: { value: 48_000 } }, [48_000, 48_000, 'year', 'EUR']],
  ] as const)('pay: %s', (_, baseSalary, [min, max, per, currency]) => {
    expect(posting({ baseSalary })?.rate).toEqual(hundredths(min, max, per, currency))
  })

  test('OF65: several places', () => {
    const jobLocation = ['Paris', 'Lyon'].map((town) => ({ address: { addressLocality: town } }))
    expect(posting({ jobLocation })?.location).toBe('Paris, Lyon')
    expect(posting({ jobLocation: 'Lyon' })?.location).toBe('Lyon')
    expect(posting({ jobLocation: { name: 'Siège', address: {} } })?.location).toBe('Siège')
  })

  test.each([
    ['OF69: a comma too many', '{"@type":"JobPosting","title":"Dev",}'],
    ['a whole address for a type', '{"@type":"http://schema.org/JobPosting","title":"Dev"}'],
    ['a comment around', '<!-- {"@type":"JobPosting","title":"Dev"} -->'],
    ['marks of CDATA', '//<![CDATA[\n{"@type":"JobPosting","title":"Dev"}\n//]]>'],
    ['a line within a text', '{"@type":"JobPosting","title":"Dev","description":"un\ndeux"}'],
    ['entities', '{&quot;@type&quot;:&quot;JobPosting&quot;,&quot;title&quot;:&quot;Dev&quot;}'],
    ['simple quotes', "{'@type':'JobPosting','title':'Dev'}"],
    ['an end that is missing', '[{"@type":"JobPosting","title":"Dev"}'],
    [
      'a place deep in another object',
      '{"@type":"WebPage","about":{"x":[{"@type":["Thing","JobPosting"],"title":"Dev"}]}}',
    ],
    ['a name for its title', '{"@type":"JobPosting","name":"Dev"}'],
  ])('%s', (_, json) => {
    expect(jobsOfPage(page(json), BASE, NOW).map((job) => job.posting.title)).toEqual(['Dev'])
  })

  test.each([
    ['OF71: 11/05/2026', '11/05/2026', Date.UTC(2026, 4, 11)],
    ['05/25/2026', '05/25/2026', Date.UTC(2026, 4, 25)],
    ['25.05.2026', '25.05.2026', Date.UTC(2026, 4, 25)],
    ['31/02/2026', '31/02/2026', 0],
    ['seconds', 1_779_580_800, 1_779_580_800_000],
    ['a text', 'hier', 0],
    ['ISO', '2026-05-11T08:00:00Z', Date.UTC(2026, 4, 11, 8)],
  ])('a date: %s', (_, datePosted, at) => {
    expect(posting({ datePosted })?.postedAt).toBe(at)
  })

  test('a last day counts to its end', () => {
    expect(posting({ validThrough: '2026-12-31' })?.closesAt).toBe(Date.UTC(2027, 0, 1) - 1)
    expect(posting({ validThrough: '2026-12-31T00:00' })?.closesAt).toBeGreaterThan(
      Date.UTC(2026, 11, 31),
    )
    expect(posting({ validThrough: '2026-12-31T18:00:00Z' })?.closesAt).toBe(
      Date.UTC(2026, 11, 31, 18),
    )
  })

  test('lists, kinds of other words, and HTML that was escaped twice', () => {
    expect(
      posting({
        employmentType: ['Freelance', 'FULL_TIME'],
        jobLocationType: ['TELECOMMUTE'],
        skills: [{ name: 'PHP' }, 'Vue, React'],
        hiringOrganization: [{ name: 'Acme' }],
        description: '&lt;p&gt;Un&lt;/p&gt;&lt;p&gt;Deux&lt;/p&gt;',
      }),
    ).toMatchObject({
      contractType: 'freelance',
      mode: 'remotely',
      skills: ['PHP', 'Vue', 'React'],
      company: 'Acme',
      description: 'Un\nDeux',
    })
  })

  const item = (inner: string) =>
    jobsOfFeed(
      `<rss><channel><item><title>Dev</title><link>/1</link>${inner}</item></channel></rss>`,
      BASE,
      NOW,
    )?.[0]?.posting

  test('OF73: a feed’s whole text counts before the short one', () => {
    expect(
      item('<description>court</description><content:encoded>Texte complet</content:encoded>')
        ?.description,
    ).toBe('Texte complet')
  })

  test('OF75: fields of job boards', () => {
    expect(
      item(
        '<job_listing:company>Acme</job_listing:company><job_listing:location>Lyon</job_listing:location><job_listing:job_type>Freelance</job_listing:job_type>',
      ),
    ).toMatchObject({
      company: 'Acme',
      location: 'Lyon',
      contractType: 'freelance',
      mode: 'onSite',
    })
  })

  test.each([
    ['self first', '<link rel="self" href="/feed"/><link rel="alternate" href="/a"/>'],
    ['replies first', '<link rel="replies" href="/r"/><link href="/a"/>'],
    [
      'a picture first',
      '<link rel="enclosure" type="image/png" href="/p"/><link rel="alternate" type="text/html" href="/a"/>',
    ],
    [
      'another form of it',
      '<link rel="alternate" type="application/json" href="/j"/><link rel="alternate" type="text/html" href="/a"/>',
    ],
  ])('Atom’s link is the page: %s', (_, links) => {
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Dev</title>${links}</entry></feed>`
    expect(jobsOfFeed(feed, BASE, NOW)?.[0]?.url).toBe('https://jobs.example/a')
  })
})
