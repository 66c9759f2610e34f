import Markdown from 'react-markdown'

/** Headings start below those of the page; HTML is shown as text. */
const HEADINGS = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6' } as const

/** Rendered Markdown. */
export const MarkdownText = ({ text }: { text: string }) => (
  <div className="prose" dir="auto">
    <Markdown components={HEADINGS}>{text}</Markdown>
  </div>
)
