import type { Callable } from '#contract/kernel/contract.ts'
import { type CallInput, type LooseInput, request } from './client.ts'

/** The bytes of a binary route. */
async function callBlob<R extends Callable>(
  route: R,
  input: CallInput<R>,
): Promise<{ blob: Blob; fileName: string | null }> {
  const answer = await request(route, input as LooseInput, '*/*')
  return {
    blob: await answer.blob(),
    fileName: fileNameOf(answer.headers.get('content-disposition')),
  }
}

/** The bytes of a binary answer, to be shown within the page. */
export const blobOf = async <R extends Callable>(route: R, input: CallInput<R>): Promise<Blob> =>
  (await callBlob(route, input)).blob

/** Saves a binary answer (`save`), or opens it in a new tab (`open`). */
export async function download<R extends Callable>(
  route: R,
  input: CallInput<R>,
  options: { as: 'save' | 'open'; fileName?: string },
) {
  const { blob, fileName } = await callBlob(route, input)
  hand(blob, options.as === 'open' ? null : (options.fileName ?? fileName ?? ''))
}

/** Saves a list as CSV: the server sends all its rows, whatever the page. */
export async function downloadCsv<R extends Callable>(
  route: R,
  input: CallInput<R>,
  fileName: string,
) {
  const answer = await request(route, input as LooseInput, 'text/csv')
  hand(await answer.blob(), fileName)
}

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
