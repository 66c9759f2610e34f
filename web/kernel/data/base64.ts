/** The bytes of a file in base64. */
export async function base64Of(file: Blob): Promise<string> {
  let text = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte)
  return btoa(text)
}
