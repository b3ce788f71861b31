//! The requests of a session.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

use super::bag::{Refusal, place_of, refuse};
use super::calling;
use super::options::LOG_LEVELS;
use super::pages::Pages;
use super::session::Session;
use crate::text::{concat, join};

#[wasm_bindgen]
impl Session {
    /// Reads one page of the server's tools.
    #[wasm_bindgen(js_name = listTools, unchecked_return_type = "Promise<ListToolsResult>")]
    pub fn list_tools(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "PaginatedRequestParams")] params: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "RequestOptions")] options: JsValue,
    ) -> Promise {
        self.call("tools/list", params, options)
    }

    /// Reads one page of the server's prompts.
    #[wasm_bindgen(js_name = listPrompts, unchecked_return_type = "Promise<ListPromptsResult>")]
    pub fn list_prompts(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "PaginatedRequestParams")] params: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "RequestOptions")] options: JsValue,
    ) -> Promise {
        self.call("prompts/list", params, options)
    }

    /// Reads one page of the server's resources.
    #[wasm_bindgen(js_name = listResources, unchecked_return_type = "Promise<ListResourcesResult>")]
    pub fn list_resources(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "PaginatedRequestParams")] params: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "RequestOptions")] options: JsValue,
    ) -> Promise {
        self.call("resources/list", params, options)
    }

    /// Reads one page of the server's resource templates.
    #[wasm_bindgen(
        js_name = listResourceTemplates,
        unchecked_return_type = "Promise<ListResourceTemplatesResult>"
    )]
    pub fn list_resource_templates(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "PaginatedRequestParams")] params: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "RequestOptions")] options: JsValue,
    ) -> Promise {
        self.call("resources/templates/list", params, options)
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn tools(&self, options: JsValue) -> Pages {
        self.walk("tools/list", "tools", options)
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn prompts(&self, options: JsValue) -> Pages {
        self.walk("prompts/list", "prompts", options)
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn resources(&self, options: JsValue) -> Pages {
        self.walk("resources/list", "resources", options)
    }

    #[wasm_bindgen(js_name = resourceTemplates, skip_typescript)]
    pub fn resource_templates(&self, options: JsValue) -> Pages {
        self.walk("resources/templates/list", "resourceTemplates", options)
    }

    #[wasm_bindgen(js_name = callTool, skip_typescript)]
    pub fn call_tool(&self, params: JsValue, options: JsValue) -> Promise {
        self.call("tools/call", params, options)
    }

    #[wasm_bindgen(js_name = readResource, skip_typescript)]
    pub fn read_resource(&self, params: JsValue, options: JsValue) -> Promise {
        self.call("resources/read", params, options)
    }

    #[wasm_bindgen(js_name = getPrompt, skip_typescript)]
    pub fn get_prompt(&self, params: JsValue, options: JsValue) -> Promise {
        self.call("prompts/get", params, options)
    }

    /// Asks for completions of an argument.
    #[wasm_bindgen(unchecked_return_type = "Promise<CompleteResult>")]
    pub fn complete(
        &self,
        #[wasm_bindgen(unchecked_param_type = "CompleteRequestParams")] params: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "RequestOptions")] options: JsValue,
    ) -> Promise {
        self.call("completion/complete", params, options)
    }

    /// Sets the least grave log message to hear of, in the way of the era.
    #[wasm_bindgen(js_name = setLoggingLevel, unchecked_return_type = "Promise<void>")]
    pub fn set_logging_level(
        &self,
        #[wasm_bindgen(unchecked_param_type = "LoggingLevel")] level: JsValue,
    ) -> Promise {
        let name = place_of(&level, &LOG_LEVELS).and_then(|place| LOG_LEVELS.get(place));
        let Some(name) = name else {
            let expected = concat(&["one of ", &join(&LOG_LEVELS, ", ")]);
            return self.rejected(&refuse("level", &expected, &level));
        };
        calling::set_log_level(&self.line, (*name).to_owned())
    }

    /// Asks the server whether it is there.
    #[wasm_bindgen(unchecked_return_type = "Promise<EmptyResult>")]
    pub fn ping(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "RequestOptions")] options: JsValue,
    ) -> Promise {
        self.call("ping", JsValue::UNDEFINED, options)
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn subscribe(&self, uri: JsValue, listener: JsValue, options: JsValue) -> Promise {
        let name = match name("uri", &uri) {
            Ok(name) => name,
            Err(refusal) => return self.rejected(&refusal),
        };
        match listener.dyn_into::<Function>() {
            Ok(listener) => calling::subscribe(&self.line, name, listener, options),
            Err(other) => self.rejected(&refuse("listener", "a function", &other)),
        }
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn request(&self, method: JsValue, params: JsValue, options: JsValue) -> Promise {
        match name("method", &method) {
            Ok(name) => self.call(&name, params, options),
            Err(refusal) => self.rejected(&refusal),
        }
    }

    /// Sends a notification; resolves when the server has taken it.
    #[wasm_bindgen(unchecked_return_type = "Promise<void>")]
    pub fn notify(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] method: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "JsonObject")] params: JsValue,
    ) -> Promise {
        match name("method", &method) {
            Ok(name) => calling::notify(&self.line, &name, params),
            Err(refusal) => self.rejected(&refusal),
        }
    }
}

impl Session {
    fn call(&self, method: &str, params: JsValue, options: JsValue) -> Promise {
        calling::request(&self.line, method, params, options)
    }

    fn walk(&self, method: &'static str, member: &'static str, options: JsValue) -> Pages {
        Pages::new(&self.line, method, member, options, self.pages)
    }

    fn rejected(&self, refusal: &Refusal) -> Promise {
        calling::rejected(&self.line, refusal, None)
    }
}

/// Reads an argument that is a name.
fn name(argument: &str, value: &JsValue) -> Result<String, Refusal> {
    let name = value.as_string().filter(|name| !name.is_empty());
    name.ok_or_else(|| refuse(argument, "a string that is not empty", value))
}
