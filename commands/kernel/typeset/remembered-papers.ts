/** Papers by their content, the ones asked for last, up to so many bytes. */
export function rememberedPapers(most: number) {
  const papers = new Map<string, Uint8Array>()
  let bytes = 0
  const forget = (content: string) => {
    bytes -= papers.get(content)?.byteLength ?? 0
    papers.delete(content)
  }
  return {
    get(content: string): Uint8Array | undefined {
      const paper = papers.get(content)
      if (paper) {
        papers.delete(content)
        papers.set(content, paper)
      }
      return paper
    },
    set(content: string, paper: Uint8Array): void {
      forget(content)
      papers.set(content, paper)
      bytes += paper.byteLength
      for (const oldest of papers.keys()) {
        if (bytes <= most) return
        forget(oldest)
      }
    },
  }
}
