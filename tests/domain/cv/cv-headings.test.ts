import { expect, test } from 'vitest'
import { headingOf } from '#domain/cv/import/cv-headings.ts'
import { readCvText } from '#domain/cv/import/read-cv-text.ts'

test.each([
  [
    'study',
    'Formations et diplômes|EDUCATION|Diplômes obtenus|Études supérieures|Schulbildung|Titoli di studio',
  ],
  [
    'skill',
    'Compétences informatiques|Domaines de compétences|Soft Skills|Technical stack|IT-Kenntnisse|Points forts|Otros conocimientos|Langages et outils|★ Compétences|Compétences :|المهارات التقنية',
  ],
  [
    'mission',
    'Projets personnels|PROJECT|Expériences clés|Missions significatives|Work History|Berufliche Stationen|Progetti personali|Autres expériences|Experiance professionnelle|1. Expérience',
  ],
  ['language', 'Langues vivantes|Langues parlées|Spoken languages'],
  ['interest', 'Loisirs et passions|Activités extraprofessionnelles|Hobbies'],
  ['certification', 'Certifications et habilitations|Mes certifications'],
  ['training', 'Professional training|Formation continue'],
  ['course', 'Formation|Formations suivies'],
  ['other', 'Publications et conférences|Permis de conduire|Prix et distinctions'],
] as const)('headings of %s', (heading, lines) => {
  for (const line of lines.split('|')) expect([line, headingOf(line)]).toEqual([line, heading])
})

test.each([
  'Gestion de projet',
  'Project management',
  'Expérience utilisateur',
  'Développement logiciel',
  'Formation des équipes',
  'Directeur de projet',
  'Base de données',
  'expériences variées dans le conseil.',
  'Lyon',
])('%s is no heading', (line) => expect(headingOf(line)).toBeNull())

test('OF43: a heading in capitals and in the singular opens its own section', () => {
  const { fields } = readCvText(
    'EDUCATION\nBachelor — University, 2013\nPROJECT\nOpenResume — 2023',
  )
  expect(fields.map(({ section }) => section).toSorted()).toEqual(['mission', 'study'])
})
