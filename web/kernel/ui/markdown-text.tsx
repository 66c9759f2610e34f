import Markdown from 'react-markdown'

/** Headings begin under those of the page; HTML within is shown as text, not obeyed. */
const HEADINGS = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6' } as const

/** Markdown as it is read. */
export const MarkdownText = ({ text }: { text: string }) => (
  <div className="prose" dir="auto">
    <Markdown components={HEADINGS}>{text}</Markdown>
  </div>
)
