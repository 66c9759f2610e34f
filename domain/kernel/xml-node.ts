/** An element of an XML document, by its name without a prefix. */
export type XmlNode = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
  /** Text of the node alone, without that of its elements. */
  readonly text: string
}
