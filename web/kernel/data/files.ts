import type { Typed } from '#contract/endpoint.ts'
import { type CallInput, type LooseInput, request } from './client.ts'

/** The bytes of a binary route. */
async function callBlob<R extends Typed>(
  route: R,
  input: CallInput<R>,
): Promise<{ blob: Blob; fileName: string | null }> {
  const answer = await request(route, input as LooseInput, '*/*')
  return { blob: await answer.blob(), fileName: fileNameOf(answer.headers.get('content-disposition')) }
}

/** The whole of a list as CSV: its pages one after the other under one head. A list asked for by POST has its cursor in the body. */
export async function callCsv<R extends Typed>(route: R, input: CallInput<R>): Promise<Blob> {
  const asked = input as LooseInput
  let text = ''
  let cursor: string | null = null
  do {
    const page = {
      ...(route.method === 'POST' ? { quantity: 1000 } : { limit: 1000 }),
      ...(cursor !== null && { cursor }),
    }
    const answer = await request(
      route,
      route.method === 'POST'
        ? { ...asked, body: { ...(asked.body as object), ...page } }
        : { ...asked, query: { ...asked.query, ...page } },
      'text/csv',
    )
    const lines = await answer.text()
    // No head has a line break in it.
    text += cursor === null ? lines : lines.slice(lines.indexOf('\r\n') + 2)
    cursor = answer.headers.get('x-next-cursor')
  } while (cursor !== null)
  // Reading as text takes the byte-order mark off.
  return new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' })
}

/** Saves a binary answer (`save`), or shows it in a new tab (`open`). */
export async function download<R extends Typed>(
  route: R,
  input: CallInput<R>,
  options: { as: 'save' | 'open'; fileName?: string },
) {
  const { blob, fileName } = await callBlob(route, input)
  hand(blob, options.as === 'open' ? null : (options.fileName ?? fileName ?? ''))
}

/** Saves a list as CSV, all its pages. */
export const downloadCsv = async <R extends Typed>(route: R, input: CallInput<R>, fileName: string) =>
  hand(await callCsv(route, input), fileName)

/** @param saveAs a file's name; null shows it in a new tab */
function hand(blob: Blob, saveAs: string | null) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener'
  if (saveAs === null) link.target = '_blank'
  else link.download = saveAs
  link.click()
  // The browser has read it, or its new tab has, well before a minute is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** @source RFC 6266: `filename*` comes before `filename` */
function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
}
