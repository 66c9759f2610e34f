import { inflateSync } from 'node:zlib'

/** The name under which a Factur-X file carries its XML. */
export const FACTUR_X_NAME = 'factur-x.xml'

const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const PROPERTIES = {
  DocumentType: 'INVOICE',
  DocumentFileName: FACTUR_X_NAME,
  Version: '1.0',
  ConformanceLevel: 'EN 16931',
}

/** Description of properties that PDF/A itself does not know, for its metadata. */
const SCHEMA = `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>\
<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>\
<pdfaSchema:property><rdf:Seq>${Object.keys(PROPERTIES)
  .map(
    (name) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>\
<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>\
<pdfaProperty:description>${name}</pdfaProperty:description></rdf:li>`,
  )
  .join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`
const DESCRIPTION = `<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">${Object.entries(
  PROPERTIES,
)
  .map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`)
  .join('')}</rdf:Description>`

/**
 * A PDF, one letter a byte, so that text and file have the same places; null without a PDF's end.
 */
function pdfText(pdf: Uint8Array) {
  const text = Buffer.from(pdf).toString('latin1')
  const end = /^trailer\s*<<([^]*)>>\s*startxref\s+(\d+)/.exec(
    text.slice(text.lastIndexOf('trailer')),
  )
  return end && { text, trailer: end[1] ?? '', table: Number(end[2]) }
}

/** @throws when the PDF is not as Typst writes it */
function matched(text: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(text)
  if (!match) throw new Error(`The PDF has nothing like ${pattern.source}`)
  return match
}
const PLACE_LENGTH = 20

/**
 * An object's text from its number on, found by the table at `table`, which numbers all objects
 * from 0.
 */
function objectAt(
  text: string,
  table: number,
  number: string,
): { readonly content: string; readonly start: number } {
  const entries = table + matched(text.slice(table, table + 40), /^xref\s+0 \d+\s*?\n/)[0].length
  const start = Number(text.slice(entries + PLACE_LENGTH * Number(number)).slice(0, 10))
  return { content: text.slice(start, text.indexOf('endobj', start)), start }
}

/** The bytes of a stream object. */
function streamOf(
  text: string,
  table: number,
  number: string,
): { readonly head: string; readonly bytes: Buffer } {
  const { start } = objectAt(text, table, number)
  const [opening = '', head = ''] = matched(
    text.slice(start),
    /^\d+ 0 obj\s*<<([^]*?)>>\s*stream\r?\n/,
  )
  const from = start + opening.length
  const length = Number(matched(head, /\/Length (\d+)/)[1])
  return { head, bytes: Buffer.from(text.slice(from, from + length), 'latin1') }
}

const referenceIn = (content: string, name: string): string =>
  matched(content, new RegExp(`/${name} \\[?(\\d+) 0 R`))[1] ?? ''

/**
 * Says in a PDF's metadata that it is Factur-X, which Typst cannot. The new metadata follow the
 * file's end as an incremental update (ISO 32000-1, 7.5.6). All other bytes stay.
 */
export function declareFacturX(pdf: Uint8Array): Uint8Array {
  const written = pdfText(pdf)
  if (written === null) throw new Error('The PDF has no trailer')
  const { text, trailer, table } = written
  const number = referenceIn(
    objectAt(text, table, referenceIn(trailer, 'Root')).content,
    'Metadata',
  )
  const xmp = Buffer.from(
    streamOf(text, table, number)
      .bytes.toString()
      .replace('<pdfaExtension:schemas><rdf:Bag>', `$&${SCHEMA}`)
      .replace('</rdf:RDF>', `${DESCRIPTION}$&`),
  )
  const head = Buffer.from(
    `\n${number} 0 obj\n<</Type/Metadata/Subtype/XML/Length ${xmp.length}>>\nstream\n`,
  )
  const end = Buffer.from('\nendstream\nendobj\n')
  const added = pdf.length + head.length + xmp.length + end.length
  const entry = `${number} 1\n${String(pdf.length + 1).padStart(10, '0')} 00000 n \n`
  return Buffer.concat([
    pdf,
    head,
    xmp,
    end,
    Buffer.from(
      `xref\n${entry}trailer\n<<${trailer}/Prev ${table}>>\nstartxref\n${added}\n%%EOF\n`,
    ),
  ])
}

/** The XML in a bill's PDF, byte for byte; null for a bill from before the XML. */
export function facturXOf(pdf: Uint8Array): Uint8Array | null {
  const written = pdfText(pdf)
  // Only a file that was declared has a table before its last one.
  const previous = /\/Prev (\d+)/.exec(written?.trailer ?? '')?.[1]
  if (written === null || previous === undefined) return null
  const { text, trailer } = written
  const table = Number(previous)
  const catalogue = objectAt(text, table, referenceIn(trailer, 'Root')).content
  const file = objectAt(text, table, referenceIn(catalogue, 'AF')).content
  const { head, bytes } = streamOf(text, table, referenceIn(file, 'F'))
  return head.includes('/FlateDecode') ? inflateSync(bytes) : bytes
}
