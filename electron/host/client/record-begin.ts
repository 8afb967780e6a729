import type { Dispatcher } from "undici";

/** Progress of a call. */
export interface Progress {
  /** Whether a connection was made and the request was begun, so that the service may have it. */
  begun: boolean;
}

/**
 * Returns a dispatcher that records when it begins to write a request. An error's code alone does not show that: a
 * network that goes away and damage to TLS have the same codes before and after.
 */
export const recordBegin = (dispatcher: Dispatcher, progress: Progress): Dispatcher =>
  dispatcher.compose((dispatch) => (options, handler) => {
    const recording: Dispatcher.DispatchHandler = {
      onRequestStart(...given) {
        progress.begun = true;
        handler.onRequestStart?.(...given);
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    };
    return dispatch(options, recording);
  });
