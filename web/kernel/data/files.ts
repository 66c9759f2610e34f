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

/** A whole list as CSV: its pages joined under one header. A list by POST has its cursor in the body. */
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
    // A header line contains no line break.
    text += cursor === null ? lines : lines.slice(lines.indexOf('\r\n') + 2)
    cursor = answer.headers.get('x-next-cursor')
  } while (cursor !== null)
  // Reading the answer as text has removed the byte-order mark.
  return new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' })
}

/** Saves a binary answer (`save`), or opens it in a new tab (`open`). */
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

/** @param saveAs a file's name; null opens it in a new tab */
function hand(blob: Blob, saveAs: string | null) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener'
  if (saveAs === null) link.target = '_blank'
  else link.download = saveAs
  link.click()
  // After a minute the browser has surely read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** @source RFC 6266: `filename*` comes before `filename` */
function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
}
