import './rich-text-editor.css'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf } from '#web/kernel/words/languages.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { withRowsAsLines } from './pasted-tables.ts'

type EditorProps = {
  readonly id: string
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly required: boolean
  readonly readOnly: boolean
  readonly value: string
  readonly onChange: (html: string) => void
  readonly onBlur: () => void
}

/** The editor's elements: the same that the server keeps and rich-text.tsx renders. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    trailingNode: false,
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['mailto', 'tel'] },
  }),
]

/**
 * Keys that send the form stay its own: the editor would break the line. ProseMirror leaves an
 * event alone that is answered by true.
 */
const handleDOMEvents = {
  keydown: (_: unknown, { key, ctrlKey, metaKey }: globalThis.KeyboardEvent) =>
    key === 'Enter' && (ctrlKey || metaKey),
}

const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML())

/**
 * A small editor of formatted text. Its styles are in our own sheet: the page's policy blocks
 * styles that a script adds.
 */
export function RichTextEditor({
  id,
  labelledBy,
  describedBy,
  invalid,
  required,
  readOnly,
  value,
  onChange,
  onBlur,
}: EditorProps) {
  const attributes = {
    id,
    class: 'prose',
    dir: 'auto',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelledBy,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid && { 'aria-invalid': 'true' }),
    ...(required && { 'aria-required': 'true' }),
    ...(readOnly && { 'aria-readonly': 'true' }),
  }
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    editable: !readOnly,
    injectCSS: false,
    editorProps: { attributes, handleDOMEvents, transformPastedHTML: withRowsAsLines },
    onUpdate: ({ editor: changed }) => onChange(htmlOf(changed)),
    onBlur,
  })
  useEffect(() => {
    if (!editor.isDestroyed)
      editor.setOptions({
        editable: !readOnly,
        editorProps: { attributes, handleDOMEvents, transformPastedHTML: withRowsAsLines },
      })
    // Attributes are set again only when their content has changed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [editor, readOnly, describedBy, invalid])
  // The value changed outside the editor: the form was reset, or the server has a newer one.
  useEffect(() => {
    if (!editor.isDestroyed && value !== htmlOf(editor))
      editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="rich input" aria-invalid={invalid || undefined}>
      {!readOnly && <Toolbar editor={editor} controls={id} />}
      <EditorContent editor={editor} />
    </div>
  )
}

type Tool = {
  readonly name:
    | 'bold'
    | 'italic'
    | 'underline'
    | 'strike'
    | 'heading'
    | 'subheading'
    | 'bullets'
    | 'numbers'
    | 'quote'
  readonly icon: LucideIcon
  readonly run: (editor: Editor) => boolean
  readonly isOn: (editor: Editor) => boolean
}
const mark = (
  name: Tool['name'] & ('bold' | 'italic' | 'underline' | 'strike'),
  icon: LucideIcon,
): Tool => ({
  name,
  icon,
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
  isOn: (editor) => editor.isActive(name),
})
const heading = (name: 'heading' | 'subheading', level: 2 | 3, icon: LucideIcon): Tool => ({
  name,
  icon,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
})
const TOOLS: readonly Tool[] = [
  mark('bold', Bold),
  mark('italic', Italic),
  mark('underline', Underline),
  mark('strike', Strikethrough),
  heading('heading', 2, Heading2),
  heading('subheading', 3, Heading3),
  {
    name: 'bullets',
    icon: List,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'numbers',
    icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'quote',
    icon: Quote,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
]

/** One tab stop; arrow keys move inside. @source WAI-ARIA Authoring Practices, Toolbar */
function Toolbar({ editor, controls }: { editor: Editor; controls: string }) {
  const { t } = useTranslation('fields')
  const { language } = usePreferences()
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const [address, setAddress] = useState<string | null>(null)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      tools: TOOLS.map((tool) => tool.isOn(now)),
      link: now.isActive('link'),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  })
  const walk = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(event.target as HTMLButtonElement) // the bar contains buttons only
    const ahead = directionOf(language) === 'rtl' ? -1 : 1
    const to = { ArrowRight: at + ahead, ArrowLeft: at - ahead, Home: 0, End: buttons.length - 1 }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + buttons.length) % buttons.length
    setStop(next)
    buttons[next]?.focus()
  }
  const button = (
    index: number,
    Icon: LucideIcon,
    label: string,
    press: () => void,
    pressed?: boolean,
    off = false,
  ) => (
    <button
      key={label}
      type="button"
      className="icon-btn"
      tabIndex={index === stop ? 0 : -1}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-disabled={off || undefined}
      // Keeps the text's selection.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={() => setStop(index)}
      onClick={() => !off && press()}
    >
      <Icon size={16} strokeWidth={1.8} />
    </button>
  )
  const after = TOOLS.length
  const applyLink = () => {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (address?.trim()) chain.setLink({ href: withProtocol(address.trim()) }).run()
    else chain.unsetLink().run()
    setAddress(null)
  }
  return (
    <>
      <div
        ref={bar}
        role="toolbar"
        tabIndex={-1}
        aria-label={t('rich.toolbar')}
        aria-controls={controls}
        onKeyDown={walk}
      >
        {TOOLS.map((tool, index) =>
          button(
            index,
            tool.icon,
            t(`rich.${tool.name}`),
            () => tool.run(editor),
            on.tools[index] ?? false,
          ),
        )}
        {button(
          after,
          LinkIcon,
          t('rich.link'),
          () => setAddress(String(editor.getAttributes('link')['href'] ?? '')),
          on.link,
        )}
        {button(
          after + 1,
          Undo2,
          t('rich.undo'),
          () => editor.chain().focus().undo().run(),
          undefined,
          !on.undo,
        )}
        {button(
          after + 2,
          Redo2,
          t('rich.redo'),
          () => editor.chain().focus().redo().run(),
          undefined,
          !on.redo,
        )}
      </div>
      {address !== null && (
        <div className="rich-link">
          <input
            className="input"
            type="url"
            dir="ltr"
            autoComplete="off"
            aria-label={t('rich.address')}
            placeholder="https://"
            value={address}
            ref={(input) => input?.focus()}
            onChange={(event) => setAddress(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') applyLink()
              else if (event.key === 'Escape') setAddress(null)
              else return
              event.preventDefault()
              event.stopPropagation()
            }}
          />
          <Button size="sm" onClick={applyLink}>
            {t('rich.apply')}
          </Button>
        </div>
      )}
    </>
  )
}

const withProtocol = (address: string) =>
  /^(https?:|mailto:|tel:)/i.test(address)
    ? address
    : address.includes('@')
      ? `mailto:${address}`
      : `https://${address}`
