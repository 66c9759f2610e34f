/** Called while a body is sent, with the share that is sent, from 0 to 1. */
export type Progress = (share: number) => void

/**
 * `fetch` does not tell how much of a body is sent, so this request is an XMLHttpRequest.
 * @throws DOMException AbortError when the signal fires · TypeError when no answer comes
 */
export function sendWithProgress(
  url: string,
  init: RequestInit,
  onProgress: Progress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'GET', url)
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    }
    request.onload = () =>
      resolve(
        new Response(request.responseText, { status: request.status, headers: headersOf(request) }),
      )
    request.onerror = () => reject(new TypeError('The request has no answer'))
    request.onabort = () => reject(new DOMException('The request was aborted', 'AbortError'))
    if (init.signal?.aborted) return request.onabort(new ProgressEvent('abort'))
    init.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(init.body as XMLHttpRequestBodyInit) // no caller sends a stream
  })
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [name = '', value = ''] = line.split(/:\s*(.*)/)
    if (name) headers.append(name, value)
  }
  return headers
}
