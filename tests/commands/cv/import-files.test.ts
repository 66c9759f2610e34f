import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createCvReader } from '#commands/cv/import/cv-reader.ts'
import { readCvFile } from '#commands/cv/import/read-cv-file.ts'
import { docxOf, zipped } from '#tests/fixtures/cvs/made-files.ts'

const LOCKED = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>> endobj
`
const ENCRYPTION = `4 0 obj<</Filter/Standard/V 1/R 2/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>/P -4>> endobj
trailer<</Size 5/Root 1 0 R/Encrypt 4 0 R/ID[<${'01'.repeat(16)}><${'01'.repeat(16)}>]>>
`

/** A Word document whose text inflates to far more than it weighs. */
const bomb = (): Buffer => archiveOf('word/document.xml', Buffer.alloc(64_000_000, ' '))
const nested = (name: string, times: number): Buffer =>
  archiveOf(
    name,
    Buffer.from(`<a>${'<w:p>'.repeat(times)}<w:t>fin</w:t>${'</w:p>'.repeat(times)}</a>`),
  )

/** An archive of one file. */
function archiveOf(fileName: string, content: Buffer): Buffer {
  const bytes = deflateRawSync(content)
  const name = Buffer.from(fileName)
  const file = Buffer.alloc(30)
  file.writeUInt32LE(0x04034b50)
  file.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(bytes.length, 20)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(30 + name.length + bytes.length, 16)
  return Buffer.concat([file, name, bytes, entry, name, end])
}

const linkedin = async () => {
  async function* files() {
    yield {
      name: 'Basic/Positions.csv',
      bytes: Buffer.from(
        'Company Name,Title,Description,Location,Started On,Finished On\r\n' +
          '"Atelier, Brumaire",Conceptrice,"Une ligne\nUne autre",Lyon,Mar 2021,\r\n',
      ),
    }
    yield {
      name: 'Basic/Profile.csv',
      bytes: Buffer.from(
        'Headline,Websites\r\nConceptrice,"[PERSONAL:https://a.example,BLOG:https://b.example]"\r\n',
      ),
    }
    yield {
      name: 'Basic/Certifications.csv',
      bytes: Buffer.from(
        'Name,Authority,Started On,Finished On\r\nRGAA,Institut,May 2020,May 2022\r\n',
      ),
    }
    yield { name: 'Basic/Skills.csv', bytes: Buffer.from('Name\r\nFigma\r\n') }
    yield {
      name: 'Basic/Volunteering.csv',
      bytes: Buffer.from('Company Name,Role\r\nRadio,Bénévole\r\n'),
    }
  }
  return zipped(files())
}

const bytesOf = (content: string | Uint8Array): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)

test('LinkedIn’s archive is read table by table, what no section takes is listed', async () => {
  const { fields, unplaced } = await readCvFile(await linkedin())
  expect(fields.map(({ section, values }) => ({ section, values }))).toEqual([
    {
      section: 'head',
      values: { title: 'Conceptrice', links: 'https://a.example\nhttps://b.example' },
    },
    {
      section: 'mission',
      values: {
        projectName: 'Conceptrice',
        client: 'Atelier, Brumaire',
        location: 'Lyon',
        startYear: 2021,
        startMonth: 3,
        isPresentMission: true,
        tasks: 'Une ligne\nUne autre',
      },
    },
    {
      section: 'certification',
      values: {
        title: 'RGAA',
        organism: 'Institut',
        startYear: 2020,
        startMonth: 5,
        expiration: Date.UTC(2022, 4, 31),
      },
    },
    { section: 'skill', values: { name: 'Figma' } },
  ])
  expect(unplaced).toEqual(['Company Name: Radio Role: Bénévole'])
})

test('a Word document is read paragraph by paragraph', async () => {
  const { fields } = await readCvFile(bytesOf(await docxOf(['Langues', 'Allemand – courant'])))
  expect(fields).toMatchObject([{ section: 'language', values: { name: 'Allemand', level: 6 } }])
})

/** A Word document with this body. */
const wordWith = async (body: string) =>
  zipped(
    (async function* () {
      yield {
        name: 'word/document.xml',
        bytes: Buffer.from(`<w:document><w:body>${body}</w:body></w:document>`),
      }
    })(),
  )
const paragraph = (text: string, inside = '') => `<w:p><w:r>${inside}<w:t>${text}</w:t></w:r></w:p>`

test('a paragraph that a text box interrupts goes on below it', async () => {
  const box = `<w:txbxContent>${paragraph('Langues')}${paragraph('Allemand – courant')}</w:txbxContent>`
  const { text } = await readCvFile(
    bytesOf(await wordWith(`${paragraph('Personne')}${paragraph('Loisirs', box)}`)),
  )
  expect(text.split('\n')).toEqual(['Personne', 'Langues', 'Allemand – courant', 'Loisirs'])
})

test('the name in the second column of a Word document is read first', async () => {
  const cell = (...lines: readonly string[]) =>
    `<w:tc>${lines.map((line) => paragraph(line)).join('')}</w:tc>`
  const row = `<w:tbl><w:tr>${cell('Langues', 'Arabe – courant')}${cell('Personne Exemple', 'Conceptrice', 'Loisirs', 'Aviron')}</w:tr></w:tbl>`
  const { fields } = await readCvFile(bytesOf(await wordWith(row)))
  expect(fields).toMatchObject([
    { section: 'person', values: { firstName: 'Personne', lastName: 'Exemple' } },
    { section: 'head', values: { title: 'Conceptrice' } },
    { section: 'language' },
    { section: 'interest' },
  ])
})

test.each([
  ['UTF-16 with its mark', Buffer.from('\uFEFFLoisirs\nÉquitation', 'utf16le')],
  ['what Windows calls ANSI', Buffer.from('Loisirs\nÉquitation', 'latin1')],
])('a text in %s is read', async (_, content) => {
  const { fields } = await readCvFile(content)
  expect(fields).toMatchObject([{ section: 'interest', values: { name: 'Équitation' } }])
})

test.each([
  ['an encrypted PDF', LOCKED + ENCRYPTION, 'IMPORT_ENCRYPTED'],
  ['a scanned PDF', `${LOCKED}trailer<</Size 4/Root 1 0 R>>\n`, 'IMPORT_SCANNED'],
  ['a damaged PDF', '%PDF-1.4 and nothing else', 'IMPORT_DAMAGED'],
  ['an archive that inflates without end', bomb(), 'IMPORT_TOO_HEAVY'],
  ['a Word document of 200,000 levels', nested('word/document.xml', 200_000), 'IMPORT_TOO_HEAVY'],
  [
    'an XML of 20,000 levels',
    `<?xml version="1.0"?><Candidate>${'<a>'.repeat(20_000)}`,
    'IMPORT_TOO_HEAVY',
  ],
  ['a damaged archive', Buffer.from('PK and nothing else'), 'IMPORT_DAMAGED'],
  ['a program', Buffer.from([0x4d, 0x5a, 0x90, 0xff, 0xfe]), 'IMPORT_TYPE_UNSUPPORTED'],
  ['an old Word document', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'IMPORT_TYPE_UNSUPPORTED'],
  ['JSON of another kind', '{"a": 1}', 'IMPORT_TYPE_UNSUPPORTED'],
  ['a page of the web', '<!DOCTYPE html><h1>Langues</h1>', 'IMPORT_TYPE_UNSUPPORTED'],
  ['a text longer than any CV', 'mot '.repeat(60_000), 'IMPORT_TOO_LONG'],
  ['a text of spaces', ' \n', 'IMPORT_EMPTY'],
])('%s is refused and told why', async (_, content, code) => {
  await expect(readCvFile(bytesOf(content))).rejects.toMatchObject({ code })
})

test('a reader that takes too long or too much memory is ended', { timeout: 60_000 }, async () => {
  const usual = { milliseconds: 30_000, processor: 30_000, heap: 256, memory: 700_000_000 }
  const text = Buffer.from('Langues\nAllemand : courant')
  expect(await createCvReader({ ...usual, milliseconds: 1 }).read('anna', text)).toEqual({
    failure: 'IMPORT_TOO_HEAVY',
  })
  expect(await createCvReader({ ...usual, memory: 1_000_000 }).read('anna', text)).toEqual({
    failure: 'IMPORT_TOO_HEAVY',
  })
  expect(await createCvReader(usual).read('anna', text)).toMatchObject({
    reading: { fields: [{ section: 'language' }] },
  })
})
