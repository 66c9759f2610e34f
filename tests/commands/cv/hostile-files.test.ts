import { expect, test } from 'vitest'
import { createCvReader } from '#commands/cv/import/cv-reader.ts'
import { isNestedTooDeep } from '#commands/cv/import/pdf-depth.ts'
import { readCvFile } from '#commands/cv/import/read-cv-file.ts'
import { zipped } from '#tests/fixtures/cvs/made-files.ts'

async function archive(...files: readonly (readonly [name: string, bytes: Buffer])[]) {
  async function* all() {
    for (const [name, bytes] of files) yield { name, bytes }
  }
  return zipped(all())
}
const times = (count: number, text: string) => text.repeat(count)
const docx = (body: string) =>
  archive([
    'word/document.xml',
    Buffer.from(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ),
  ])
const odt = (body: string) =>
  archive(
    ['mimetype', Buffer.from('application/vnd.oasis.opendocument.text')],
    [
      'content.xml',
      Buffer.from(
        `<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
      ),
    ],
  )
const europass = (inside: string) =>
  Buffer.from(
    `<?xml version="1.0"?><SkillsPassport><LearnerInfo>${inside}</LearnerInfo></SkillsPassport>`,
  )

const outcome = (bytes: Promise<Buffer> | Buffer) =>
  Promise.resolve(bytes)
    .then(readCvFile)
    .then(
      ({ text }) => text.length,
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    )

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['a Word document of 21 MB of zeros', () => docx(times(21_000_000, ' ')), 'IMPORT_TOO_HEAVY'],
  ['an OpenDocument text of 21 MB', () => odt(times(21_000_000, ' ')), 'IMPORT_TOO_HEAVY'],
  [
    'an archive of tables that are 10 MB together',
    () =>
      archive(
        ['Profile.csv', Buffer.alloc(6_000_000, 'a')],
        ['Skills.csv', Buffer.alloc(6_000_000, 'a')],
      ),
    'IMPORT_TOO_HEAVY',
  ],
  [
    'an archive of 5,001 files',
    () =>
      archive(...Array.from({ length: 5_001 }, (_, n) => [`${n}.txt`, Buffer.from('a')] as const)),
    'IMPORT_TOO_HEAVY',
  ],
  [
    'an archive without its first mark',
    async () => {
      const bytes = await docx('<w:p/>')
      bytes.fill(0xff, 0, 30)
      return bytes
    },
    'IMPORT_TYPE_UNSUPPORTED',
  ],
  [
    'a Word document of 100,000 runs within each other',
    () => docx(`${times(100_000, '<w:r>')}<w:t>Loisirs</w:t>${times(100_000, '</w:r>')}`),
    'IMPORT_TOO_HEAVY',
  ],
  [
    'an OpenDocument text of 100,000 spans within each other',
    () =>
      odt(
        `<text:p>${times(100_000, '<text:span>')}Loisirs${times(100_000, '</text:span>')}</text:p>`,
      ),
    'IMPORT_TOO_HEAVY',
  ],
  ['XML of 50,001 elements', () => europass(times(50_001, '<a/>')), 'IMPORT_TYPE_UNSUPPORTED'],
  ['XML of 201 levels', () => europass(times(201, '<a>')), 'IMPORT_TOO_HEAVY'],
  [
    'a PDF of 300,000 arrays within each other',
    () => Buffer.from(`%PDF-1.7\n${times(300_000, '1 0 obj << /Kids [')}`),
    'IMPORT_TOO_HEAVY',
  ],
  [
    'a Word document of too many letters',
    () => docx(`<w:p><w:r><w:t>${times(200_001, 'a')}</w:t></w:r></w:p>`),
    'IMPORT_TOO_LONG',
  ],
  [
    'a rich text of too many letters',
    () => Buffer.from(`{\\rtf1 ${times(200_001, 'a')}}`),
    'IMPORT_TOO_LONG',
  ],
])('%s is refused', { timeout: 60_000 }, async (_, bytes, code) => {
  expect(await outcome(bytes())).toBe(code)
})

test('a file is refused for its processor time', { timeout: 90_000 }, async () => {
  const signs = times(2_000, 'q ')
  const pdf = Buffer.from(
    `%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n` +
      `2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n` +
      `3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >> endobj\n` +
      `4 0 obj << /Length ${signs.length} >> stream\n${signs}\nendstream endobj\n` +
      `trailer << /Root 1 0 R >>`,
  )
  const limits = { milliseconds: 60_000, heap: 1_000, memory: 2_000_000_000 }
  const read = (processor: number) => createCvReader({ ...limits, processor }).read('anna', pdf)
  expect(await read(100)).toEqual({ failure: 'IMPORT_TOO_HEAVY' })
  expect(await read(60_000)).toEqual({ failure: 'IMPORT_SCANNED' })
})

test.each<[string, string, boolean]>([
  ['500 arrays within each other', times(500, '['), false],
  ['501 arrays within each other', times(501, '['), true],
  ['501 dictionaries within each other', times(501, '<< /A '), true],
  ['501 arrays side by side', times(501, '[1]'), false],
  ['brackets of a string', `(${times(501, '[')} \\) (in it) ${times(501, '<<')})`, false],
  ['brackets behind a string', `(\\))${times(501, '[')}`, true],
  ['brackets of a comment', `%${times(501, '[')}\n`, false],
  ['brackets of a stream', `stream\n${times(501, '[')}endstream ${times(100, '[')}`, false],
  ['500 objects that are not closed', times(500, '1 0 obj [ endobj '), false],
  ['501 objects that are not closed', times(501, '1 0 obj [ endobj '), true],
  ['brackets behind a comment that a carriage return ends', `%\r${times(501, '[')}`, true],
  ['brackets of a string without an end', `(${times(501, '[')}`, true],
  ['brackets of a stream without an end', `stream\n${times(501, '[')}`, true],
  ['brackets behind others that close too often', times(900, ']') + times(501, '['), true],
  ['a word at the end', 'endob', false],
  ['objects within a string', `(${times(501, ' 1 0 obj [ endobj')})`, true],
  ['objects within strings', `${times(501, '( 1 0 obj [ endobj')}${times(501, ')')}`, true],
  ['objects within a stream', `stream\n${times(501, '1 0 obj [ endobj ')}endstream`, true],
  ['objects of a stream that are closed', `stream\n${times(501, '1 0 obj [] endobj ')}`, false],
  ['a word of a string that begins no object', `(an object [ of${times(501, '[')})`, false],
])('%s of a PDF', (_, text, isTooDeep) => {
  expect(isNestedTooDeep(Buffer.from(`%PDF-1.7\n${text}`))).toBe(isTooDeep)
})

test('entities that multiply are not expanded', { timeout: 60_000 }, async () => {
  const bomb = `<!DOCTYPE a [<!ENTITY a "${times(1_000, 'a')}">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n} "${times(100, n === 0 ? '&a;' : `&a${n - 1};`)}">`).join('')}]>`
  const passport = europass(
    '<Headline><Description><Label>&a19;</Label></Description></Headline><WorkExperienceList><WorkExperience><Position><Label>&a19;</Label></Position></WorkExperience></WorkExperienceList>',
  ).toString()
  const length = await outcome(Buffer.from(passport.replace('?>', `?>${bomb}`)))
  expect(length).toBeTypeOf('number')
  expect(Number(length)).toBeLessThan(1_000)
  expect(await outcome(docx(`<w:p><w:r><w:t>Loisirs &a19;</w:t></w:r></w:p>`))).toBeLessThan(100)
})

test.each<[string, () => Promise<Buffer> | Buffer]>([
  [
    'a rich text of 100,000 groups within each other',
    () => Buffer.from(`{\\rtf1 ${times(100_000, '{')}Loisirs${times(100_000, '}')}}`),
  ],
  [
    'JSON of 100,000 lists within each other',
    () => Buffer.from(`{"basics": ${times(100_000, '[')}${times(100_000, ']')}}`),
  ],
  ['a line of 150,000 letters', () => Buffer.from(`Loisirs\n${times(150_000, 'a')}`)],
  ['a line of dates', () => Buffer.from(`Expérience\n${times(12_000, '2019 – ')}`)],
  ['20,000 lines of dates', () => Buffer.from(`Expérience\n${times(20_000, '2019\n')}`)],
  ['a line of commas', () => Buffer.from(`Compétences\n${times(90_000, ', ')}`)],
  ['a line of blanks', () => Buffer.from(`Compétences\n${times(150_000, ' ')}a`)],
  ['a line of brackets', () => Buffer.from(`Compétences\n${times(150_000, '(')}`)],
])('%s is answered by the reading process', { timeout: 60_000 }, async (_, bytes) => {
  const limits = { milliseconds: 30_000, processor: 30_000, heap: 256, memory: 700_000_000 }
  const read = await createCvReader(limits).read('anna', await bytes())
  // Read or refused, and in time: a reader without an answer is `IMPORT_TOO_HEAVY`.
  expect(read).not.toEqual({ failure: 'IMPORT_TOO_HEAVY' })
})

test('a line longer than 2,000 letters is several, of which no word goes', async () => {
  const words = Array.from({ length: 1_500 }, (_, n) => `mot${n}`).join(' ')
  const { text } = await readCvFile(Buffer.from(`Profil\n${words}`))
  expect(text.split('\n').length).toBeGreaterThan(3)
  expect(text.replaceAll(/\s+/g, ' ')).toBe(`Profil ${words}`)
  const short = await readCvFile(Buffer.from(`Profil\n${words.slice(0, 1_990)}`))
  expect(short.text.split('\n')).toHaveLength(2)
})
