import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

interface EventTypes {
  readonly onPointerEnter: PointerEvent;
  readonly onPointerDown: PointerEvent;
  readonly onPointerMove: PointerEvent;
  readonly onPointerUp: PointerEvent;
  readonly onPointerCancel: PointerEvent;
  readonly onPointerLeave: PointerEvent;
  readonly onContextMenu: MouseEvent;
  readonly onClick: MouseEvent;
  readonly onKeyDown: KeyboardEvent;
  readonly onFocus: FocusEvent;
  readonly onBlur: FocusEvent;
}
type EventName = keyof EventTypes;

/**
 * Meaning of an event for a panel that is not there yet: it opens it, in place of what the browser would do or beside
 * it; it ends the wait for what opens it beside that (the press of a right click ends after its menu was requested); or it
 * says that the panel may be wanted soon.
 */
type Meaning = "opens" | "also opens" | "leaves" | "intends" | null;

/** As a method, so that a function of one kind of event is one of any. */
type MeaningOf<E> = { of(event: E): Meaning }["of"];

/** The events of an element that a panel's own trigger handles, and what each means before the panel is there. */
export type TriggerEvents = { readonly [E in EventName]?: MeaningOf<EventTypes[E]> };

type Handlers = { readonly [E in EventName]?: (event: SyntheticEvent) => void };

interface LateTrigger<E extends HTMLElement> {
  /** Properties of the element that opens the panel. */
  readonly trigger: Handlers & { readonly ref: RefObject<E | null> };
  /** Child of the panel's own trigger, which takes that element for its own. */
  readonly standIn: ReactElement;
  /** Whether the panel was opened once, or is about to be. */
  readonly isWanted: boolean;
}

/**
 * Lets an element open a panel that is loaded and rendered when it is first wanted. From then on the events of the element
 * are handled by the trigger of the panel itself, so that mouse, keys and focus do what they do in any other; the event
 * that wanted it is handled once the panel is there, however long that takes. `awaitsRelease`: what a press opens waits for
 * the end of that press; where it has ended meanwhile a key opens it, or the next press would be taken for that.
 */
export function useLateTrigger<E extends HTMLElement = HTMLElement>(
  events: TriggerEvents,
  preload: () => Promise<void>,
  awaitsRelease = false,
): LateTrigger<E> {
  const element = useRef<E>(null);
  const handlers = useRef<Handlers>(null);
  const awaited = useRef<readonly [name: EventName, event: SyntheticEvent, meaning: Meaning]>(null);
  const isPressed = useRef(false);
  const [isWanted, setWanted] = useState(false);

  const onEarly = (name: EventName, event: SyntheticEvent, meaning: Meaning) => {
    if (meaning === null) return;
    if (meaning === "leaves") {
      if (awaited.current?.[2] === "also opens") awaited.current = null;
      return;
    }
    void preload();
    if (meaning === "intends") return;
    awaited.current = [name, lasting(event, element.current), meaning];
    if (meaning === "opens") event.preventDefault();
    setWanted(true);
  };
  const onEvent = (name: EventName, event: SyntheticEvent) => {
    if (handlers.current) return handlers.current[name]?.(event);
    if (name === "onPointerDown") {
      isPressed.current = true;
      const release = () => {
        isPressed.current = false;
      };
      document.addEventListener("pointerup", release, { once: true });
    }
    // Another handler may keep the event for itself; and the focus follows a press, which says more.
    if (event.defaultPrevented || (name === "onFocus" && isPressed.current)) return;
    const meaningOf: MeaningOf<SyntheticEvent> | undefined = events[name];
    onEarly(name, event, meaningOf?.(event) ?? null);
  };
  const onHandlers = (current: Handlers | null) => {
    handlers.current = current;
    if (!current || !awaited.current) return;
    const [name, event] = awaited.current;
    awaited.current = null;
    if (awaitsRelease && name !== "onKeyDown" && !isPressed.current) current.onKeyDown?.(asEnter(event));
    else current[name]?.(event);
  };

  const passed: Record<string, (event: SyntheticEvent) => void> = {};
  for (const name of Object.keys(events) as EventName[]) passed[name] = (event) => onEvent(name, event);
  return {
    trigger: { ...passed, ref: element },
    standIn: <StandIn trigger={element} onHandlers={onHandlers} />,
    isWanted,
  };
}

/** Returns an event as it was, for a handler that is called later. */
function lasting(event: SyntheticEvent, currentTarget: HTMLElement | null): SyntheticEvent {
  return Object.create(event, {
    currentTarget: { value: currentTarget },
    defaultPrevented: { value: false },
    preventDefault: { value: () => undefined },
  });
}

/** Returns an event as the key that opens a panel. */
const asEnter = (event: SyntheticEvent): SyntheticEvent => Object.create(event, { key: { value: "Enter" } });

interface StandInProps extends Handlers {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly onHandlers: (handlers: Handlers | null) => void;
  readonly ref?: Ref<HTMLElement | null>;
}

/** Stands for the trigger inside of a panel: gives it the element that is there already, and takes its handlers. */
function StandIn({ trigger, onHandlers, ref, ...handlers }: StandInProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => trigger.current, [trigger.current]);
  useLayoutEffect(() => {
    onHandlers(handlers);
    return () => onHandlers(null);
  });
  return null;
}
