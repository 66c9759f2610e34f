/**
 * The characters that a TrueType font has a glyph for, from its table `cmap` (subtables 4 and 12).
 *
 * @source OpenType 1.9.1, cmap
 */
export function charactersOf(font: Uint8Array): ReadonlySet<number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const table = tableAt(view, 'cmap')
  const found = new Set<number>()
  for (let i = 0; i < view.getUint16(table + 2); i++) {
    const subtable = table + view.getUint32(table + 4 + 8 * i + 4)
    const format = view.getUint16(subtable)
    if (format === 4) readSegments(view, subtable, found)
    if (format === 12) readGroups(view, subtable, found)
  }
  return found
}

function tableAt(view: DataView, name: string): number {
  for (let i = 0; i < view.getUint16(4); i++) {
    const record = 12 + 16 * i
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(record + offset)))
    if (tag === name) return view.getUint32(record + 8)
  }
  throw new Error(`The font has no table ${name}`)
}

function readSegments(view: DataView, subtable: number, found: Set<number>): void {
  const bytes = view.getUint16(subtable + 6)
  const [ends, starts, deltas, offsets] = [14, 16 + bytes, 16 + 2 * bytes, 16 + 3 * bytes].map(
    (at) => subtable + at,
  )
  if (ends === undefined || starts === undefined || deltas === undefined || offsets === undefined)
    return
  for (let i = 0; i < bytes; i += 2) {
    const first = view.getUint16(starts + i)
    const offset = view.getUint16(offsets + i)
    for (
      let character = first;
      character <= view.getUint16(ends + i) && character !== 0xffff;
      character++
    ) {
      const glyph =
        offset === 0 ? character : view.getUint16(offsets + i + offset + 2 * (character - first))
      if (glyph !== 0 && ((glyph + view.getUint16(deltas + i)) & 0xffff) !== 0) found.add(character)
    }
  }
}

function readGroups(view: DataView, subtable: number, found: Set<number>): void {
  for (let i = 0; i < view.getUint32(subtable + 12); i++) {
    const group = subtable + 16 + 12 * i
    for (let character = view.getUint32(group); character <= view.getUint32(group + 4); character++)
      found.add(character)
  }
}
