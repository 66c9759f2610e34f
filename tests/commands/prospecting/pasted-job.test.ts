import { describe, expect, test } from 'vitest'
import { pastedJob } from '#commands/prospecting/pasted-job.ts'

const NOW = Date.UTC(2026, 10, 20)
const read = (text: string) => pastedJob(text, NOW)

describe('the text of a job', () => {
  const text = `Développeuse React – mission de 6 mois
Clinique du Parc · Lyon (69) · publiée le 12/11/2026

Vous rejoignez une équipe de quatre personnes. Deux jours de télétravail par semaine.
Mission en freelance, TJM : 450 à 520 € par jour.
Expérience : 5 ans ou plus.
Compétences : TypeScript, React ; PostgreSQL
Langues : français, anglais
Secteur : santé
https://jobs.example/mission-42.`

  test('gives each field by the readers of pages', () => {
    expect(read(text)).toMatchObject({
      url: 'https://jobs.example/mission-42',
      posting: {
        title: 'Développeuse React – mission de 6 mois',
        company: 'Clinique du Parc',
        location: 'Lyon (69)',
        mode: 'hybrid',
        contractType: 'freelance',
        rate: { min: 45_000, max: 52_000, per: 'day', currency: 'EUR' },
        skills: ['TypeScript', 'React', 'PostgreSQL'],
        languages: ['français', 'anglais'],
        years: 5,
        sector: 'health',
        postedAt: Date.UTC(2026, 10, 12),
      },
    })
  })

  test('gives each field with the passage that it rests on, and no field has a passage without a value', () => {
    const { passages, posting } = read(text)
    expect(passages).toMatchObject({
      company: 'Clinique du Parc · Lyon (69) · publiée le 12/11/2026',
      mode: 'Vous rejoignez une équipe de quatre personnes. Deux jours de télétravail par semaine.',
      rate: 'Mission en freelance, TJM : 450 à 520 € par jour.',
      years: 'Expérience : 5 ans ou plus.',
    })
    for (const passage of Object.values(passages)) expect(text).toContain(passage)
    expect(Object.keys(passages).toSorted()).toEqual(
      [...Object.keys(posting), 'url']
        .filter((name) => !['description', 'closesAt'].includes(name))
        .toSorted(),
    )
  })

  test('is kept whole, and what it does not say stays empty', () => {
    const { posting, passages } = read('Audit d’accessibilité\n\nNous cherchons quelqu’un.')
    expect(posting).toMatchObject({
      title: 'Audit d’accessibilité',
      company: '',
      location: '',
      mode: '',
      contractType: '',
      rate: { max: 0, per: '' },
      skills: [],
      years: 0,
      description: 'Audit d’accessibilité\nNous cherchons quelqu’un.',
    })
    expect(Object.keys(passages)).toEqual(['title'])
  })

  test.each([
    [
      'Poste : Cheffe de projet\nEntreprise : Régie des Quais',
      'Cheffe de projet',
      'Régie des Quais',
    ],
    ['Job title: Data engineer\nCompany: North Quay Ltd', 'Data engineer', 'North Quay Ltd'],
    ['Stelle: Entwicklerin\nUnternehmen: Hafenwerk GmbH', 'Entwicklerin', 'Hafenwerk GmbH'],
    ['Puesto: Analista\nEmpresa: Muelle Norte', 'Analista', 'Muelle Norte'],
    ['Posizione: Sviluppatrice\nAzienda: Molo Nord', 'Sviluppatrice', 'Molo Nord'],
    ['المسمى الوظيفي: مطور\nالشركة: رصيف الشمال', 'مطور', 'رصيف الشمال'],
    [
      'Offre d’emploi\nDéveloppeuse chez Régie des Quais',
      'Développeuse chez Régie des Quais',
      'Régie des Quais',
    ],
  ])(
    'has labels of six languages, and headings that are no title: %s',
    (pasted, title, company) => {
      expect(read(pasted).posting).toMatchObject({ title, company })
    },
  )

  test('lists skills that stand as bullets below their label, and ends with the list', () => {
    const { posting, passages } = read(
      'Dev\nStack technique :\n- Node.js\n- Redis\nNous offrons un thé.',
    )
    expect(posting.skills).toEqual(['Node.js', 'Redis'])
    expect(passages.skills).toBe('Stack technique :\n- Node.js\n- Redis')
  })

  test('takes a bullet of several terms apart, and leaves a sentence whole', () => {
    const { skills } = read(
      'Dev\nCompétences :\n- TypeScript, Node.js, React\n- Maîtrise des tests de bout en bout, et de Git',
    ).posting
    expect(skills).toEqual([
      'TypeScript',
      'Node.js',
      'React',
      'Maîtrise des tests de bout en bout, et de Git',
    ])
  })

  test('reads a place without the mode behind it', () => {
    const { location, mode } = read('Dev\nLieu : Nantes (44) – télétravail 3 jours').posting
    expect({ location, mode }).toEqual({ location: 'Nantes (44)', mode: 'hybrid' })
    expect(read('Dev\nLieu : Lyon').posting.location).toBe('Lyon')
  })

  test.each([
    ['Publiée le 12 novembre 2026', 12],
    ['Publié le 1er novembre 2026', 1],
    ['Posted on 12 November 2026', 12],
    ['Veröffentlicht am 12. November 2026', 12],
    ['Publicada el 12 de noviembre de 2026', 12],
    ['Pubblicato il 12 nov. 2026', 12],
    ['Date posted: Thu, 12 Nov 2026', 12],
    ['Publiée le 31 novembre 2026', 0],
    ['Publiée le 12 brumaire 2026', 0],
  ])('reads the day that it names: %s', (line, day) => {
    const at = day === 0 ? 0 : Date.UTC(2026, 10, day)
    expect(read(`Dev\n${line}`).posting.postedAt).toBe(at)
  })

  test('counts years of experience alone, not those of the company', () => {
    expect(read('Dev\nLa société a 30 ans.').posting.years).toBe(0)
    expect(read('Dev\n30 ans d’expérience.').posting.years).toBe(30)
  })

  test('cuts no letter of two units in half', () => {
    const { title, skills } = read(`${'a'.repeat(199)}🎨\nSkills: ${'b'.repeat(99)}🎨`).posting
    expect({ title, skills }).toEqual({ title: 'a'.repeat(199), skills: ['b'.repeat(99)] })
  })

  test('names an address without the signs behind it, however many there are', () => {
    expect(read(`Dev\nhttps://jobs.example/7).;`).url).toBe('https://jobs.example/7')
    for (const sign of ['.', ')', ';'])
      expect(read(`Dev\nhttps://a${sign.repeat(99_980)}x`).passages.title).toBe('Dev')
  })

  test('takes a sentence of the second line for no company', () => {
    expect(read('Dev\nNous cherchons une personne pour Lyon.').posting.company).toBe('')
  })
})

test('the pasted source of a page is read by its JobPosting', () => {
  const { posting, url, passages } = read(
    `<p>Voir https://jobs.example/7</p><script type="application/ld+json">${JSON.stringify({
      '@type': 'JobPosting',
      title: 'Analyste',
      hiringOrganization: { name: 'Régie' },
      description: '<p>Audit des données</p><p>Entreprise : Régie</p>',
    })}</script>`,
  )
  expect({ posting, url }).toMatchObject({
    url: 'https://jobs.example/7',
    posting: { title: 'Analyste', company: 'Régie' },
  })
  // A line of the description that says something else is no passage of the page's title.
  expect(passages).toEqual({ url: 'https://jobs.example/7', company: 'Entreprise : Régie' })
})
